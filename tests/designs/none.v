// Without assertions; `logic` is a name here, not a keyword.
module none (input clk, input d, output reg logic);
  initial logic = 0;
  always @(posedge clk) logic <= `VALUE & d;
`include "none.vh"
endmodule
