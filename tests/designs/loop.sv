module loop (input i, output o);
  wire a, b;
  assign a = b & i;
  assign b = a | i;
  assign o = b;
  always @(*) assert (o == i);
endmodule
