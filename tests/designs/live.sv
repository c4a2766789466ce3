module live (input clk, input stuck, output reg [1:0] n);
  initial n = 0;
  always @(posedge clk) n <= n + !stuck;
  always @(*) assert property (s_eventually n == 2);
`ifdef FAIR
  always @(*) assume property (s_eventually !stuck);
`endif
endmodule
