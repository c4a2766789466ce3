module tristate (input enable, input d, output q);
  wire bus = enable ? d : 1'bz;
  assign q = bus;
  always @(*) assert (!q || enable);
endmodule
