// What is undefined may be anything: every assertion here fails, though a synthesis tool may choose values for which they hold.
module undefined (input clk, input d, input [1:0] s, input [1:0] address, output reg [1:0] o);
  reg a, b, c, r;
  wire floating;
  reg [1:0] rom [0:3], few [0:2];
  always @(posedge clk) begin a <= d; b <= d; c <= 0; r <= r; end
  always @(*) case (s) 0: o = 1; 1: o = 2; default: o = 2'bxx; endcase
  always @(*) equal_next_states: assert (a == b);
  always @(*) constant_next_state: assert (c == 0);
  always @(*) never_changes_0: assert (r == 0);
  always @(*) never_changes_1: assert (r == 1);
  always @(*) case_0: assert (o != 0);
  always @(*) case_3: assert (o != 3);
  always @(*) no_driver_0: assert (floating == 0);
  always @(*) no_driver_1: assert (floating == 1);
  always @(*) contents_0: assert (rom[address] != 0);
  always @(*) contents_3: assert (rom[address] != 3);
  always @(*) beyond_0: assert (address != 3 || few[address] != 0);
  always @(*) beyond_3: assert (address != 3 || few[address] != 3);
endmodule
