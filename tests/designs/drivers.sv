module drivers (input a, input b, output w);
  assign w = a;
  assign w = b;
  always @(*) assert (w == a);
endmodule
