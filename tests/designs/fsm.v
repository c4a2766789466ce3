// A machine with states, a word with a sign, and a word further down in the hierarchy.
module fsm(input clk, input rst, input go, input [3:0] d, output reg busy);
  localparam IDLE = 2'd0, RUN = 2'd1, DONE = 2'd2;
  reg [1:0] state;
  reg signed [3:0] level;
  sub u1(.clk(clk), .rst(rst), .go(go));
  initial begin state = 0; level = 0; end
  always @(posedge clk) begin
    busy <= state == RUN;
    if (rst) begin state <= IDLE; level <= 0; end
    else case (state)
      IDLE: if (go) state <= RUN;
      RUN: begin level <= level - 1; if (level == -3) state <= DONE; end
      DONE: begin state <= IDLE; level <= 0; end
    endcase
  end
endmodule
module sub(input clk, input rst, input go);
  reg [2:0] cnt; initial cnt = 0;
  always @(posedge clk) if (rst) cnt <= 0; else if (go) cnt <= cnt + 1;
endmodule
