// Several clocks, one per macro: with one clock for all the assertion would hold.
module clocks (input clk, input clk2, input enable, output reg a, output reg b, output seen);
  initial begin a = 0; b = 0; end
  always @(posedge clk) a <= 1;
`ifdef TWO
  always @(posedge clk2) b <= 1;
`elsif FALLING
  always @(negedge clk) b <= 1;
`elsif GATED
  wire gated = clk & enable;
  always @(posedge gated) b <= 1;
`elsif LATCH
  always @(*) if (enable) b = 1;
`elsif DATA
  always @(posedge clk) b <= 1;
  assign seen = clk;
`endif
  always @(*) together: assert (a == b);
endmodule
