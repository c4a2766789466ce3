module concurrent (input clk, input a, output reg q);
  always @(posedge clk) q <= a;
  assert property (@(posedge clk) a |=> q);
endmodule
