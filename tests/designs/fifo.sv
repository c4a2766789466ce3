// A FIFO of 2^DEPTH bytes. With BUG it takes what it has no room for.
module fifo #(parameter DEPTH = 2, parameter BUG = 0) (
    input clk, input rst, input push, input pop, input [7:0] din,
    output [7:0] dout, output full, output empty);
  reg [7:0] mem [0:(1<<DEPTH)-1];
  reg [DEPTH-1:0] rp, wp;
  reg [DEPTH:0] count;
  wire do_push = push && (BUG ? 1 : !full);
  wire do_pop = pop && !empty;
  assign full = count == (1 << DEPTH);
  assign empty = count == 0;
  assign dout = mem[rp];
  initial begin count = 0; rp = 0; wp = 0; end
  always @(posedge clk)
    if (rst) begin count <= 0; rp <= 0; wp <= 0; end
    else begin
      if (do_push) begin mem[wp] <= din; wp <= wp + 1; end
      if (do_pop) rp <= rp + 1;
      count <= count + do_push - do_pop;
    end
`ifdef FORMAL
  always @(*) no_overflow: assert (count <= (1 << DEPTH));
  always @(*) assert (!(full && empty));
  always @(*) assume (!(push && rst));
  always @(posedge clk) cover (full);
`endif
endmodule
