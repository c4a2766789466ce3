(** * The proved validator as an OCaml program

    Compiling this file writes [proved.ml]: [validate] of [Validate], and what is needed to show the CNFs that it writes.
    reader.ml reads the files and calls it. Numbers become machine integers (an assumption about OCaml's 63 bits: variables and
    clause ids of certificates are below 2^32), Booleans, pairs and lists those of OCaml. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt PArith.
From Vouch Require Import Ctl Tau Formula Circuit Lrat Cnf Steps Memory Generate Validate.

Extract Inlined Constant Nat.eqb => "(fun (a : int) b -> a = b)".
Extract Inlined Constant Nat.leb => "(fun (a : int) b -> a <= b)".
Extract Inlined Constant Nat.ltb => "(fun (a : int) b -> a < b)".
Extract Inlined Constant Nat.div2 => "(fun a -> a / 2)".
Extract Inlined Constant Nat.odd => "(fun a -> a land 1 = 1)".
Extract Inlined Constant Nat.modulo => "(fun a b -> if b = 0 then a else a mod b)".
Extract Inlined Constant Pos.of_succ_nat => "(fun a -> a + 1)".

Extraction "proved.ml" validate write_certificate goal_of observed_by fairness_of root_of post_order
  all_gates frame_of variables cnf_of initial_outside lit_of_number.
