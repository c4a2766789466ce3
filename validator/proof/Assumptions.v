(** * What the theorems rest on

    Compiling this file prints the assumptions of the theorems; check.sh compares them with assumptions.txt.
    "Closed under the global context" means: no axiom at all. *)

From Vouch Require Import Certificate.

Print Assumptions bad_certificate_sound.
Print Assumptions justice_certificate_sound.
Print Assumptions certificate_sound.
