// Every assertion holds: constants that do not change, the same memory contents twice, labels in instances, assertions that are trivial or there twice.
module leaf (input clk, input up, output reg [2:0] state);
  initial state = 0;
  always @(posedge clk) state <= state == 4 ? 0 : state + up;
  always @(*) in_range: assert (state <= 4);
endmodule
module holds (input clk, input rst, input up, input [1:0] address, output [2:0] o);
  (* anyconst *) wire [3:0] k;
  reg [3:0] last;
  reg [1:0] rom [0:3];
  reg [1:0] seen;
  reg started, old;
  initial started = 0;
  always @(posedge clk) begin
    last <= k;
    started <= 1;
    seen <= rom[1];
    $display("%d", last);
  end
  leaf u1 (clk, up, o);
  leaf u2 (clk, ~up, );
  always @(posedge clk or posedge rst) if (rst) old <= 0; else old <= up;
  always @(*) if (started) constant: assert (last == k);
  always @(*) if (started) contents: assert (seen == rom[1]);
  always @(*) if (rst) reset: assert (!old);
  always @(*) trivial: assert (1);
  always @(posedge clk) clocked: assert (o != 5);
  always @(posedge clk) twice: assert (o != 5);
endmodule
