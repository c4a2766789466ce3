module inout_port (input enable, input d, inout pad, output q);
  assign q = pad & d;
  always @(*) assert (!q || enable);
endmodule
