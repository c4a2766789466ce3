// Cover statements: in two instances, under a condition, behind an assumption, with a clock, twice the same, constant, generated.
module counter #(parameter LAST = 3) (input clk, input step, output reg [1:0] n);
  initial n = 0;
  always @(posedge clk) if (step && n != LAST) n <= n + 1;
  always @(*) at_three: cover (n == 3);
endmodule
module covers (input clk, input rst, input step, output [1:0] a, output [1:0] b);
  counter #(.LAST(3)) u1 (.clk(clk), .step(step), .n(a));
  counter #(.LAST(2)) u2 (.clk(clk), .step(step), .n(b));
  always @(*) assume (!rst);
  always @(*) in_range: assert (b <= a);

  always @(*) if (a == 2) guarded: cover (step);
  always @(*) assumed_away: cover (rst);
  always @(posedge clk) if (rst) resets: cover (a == 1);
  always @(*) cover (a == 1);
  always @(*) cover (a == 1);
  always @(*) always_true: cover (1'b1);
  always @(*) never_a: cover (1'b0);
  always @(*) never_b: cover (1'b0);
  genvar k;
  generate for (k = 0; k < 2; k = k + 1) begin : g
    always @(posedge clk) cover (a == k);
  end endgenerate
endmodule
