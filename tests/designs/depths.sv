// Assertion K fails first in step K: the names have to be those of the right literals.
module depths (input clk, output reg [3:0] n);
  initial n = 0;
  always @(posedge clk) n <= n + 1;
  always @(*) step_7: assert (n != 7);
  always @(*) step_2: assert (n != 2);
  always @(*) step_5: assert (n != 5);
  always @(*) step_0: assert (n != 0);
  always @(*) step_9: assert (n != 9);
endmodule
