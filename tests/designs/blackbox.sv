(* blackbox *) module leaf (input i, output o); endmodule
module blackbox (input i, output o);
  leaf l (i, o);
  always @(*) assert (o);
endmodule
