(** * What the theorems rest on

    Compiling this file prints the assumptions of the theorems; check.sh compares them with assumptions.txt.
    "Closed under the global context" means: no axiom at all. *)

From Vouch Require Import Model Certificate Foreign Lrat Upper Ghost Rules Validate.

Locate bad_certificate_sound.
Print Assumptions bad_certificate_sound.
Locate justice_certificate_sound.
Print Assumptions justice_certificate_sound.
Locate certificate_sound.
Print Assumptions certificate_sound.

Locate certifaiger_sound.
Print Assumptions certifaiger_sound.
Locate lrat_check_sound.
Print Assumptions lrat_check_sound.
Locate loop_block_sound.
Print Assumptions loop_block_sound.
Locate ghost_sat.
Print Assumptions ghost_sat.
Locate returning_trace_sound.
Print Assumptions returning_trace_sound.
Locate induction_sound.
Print Assumptions induction_sound.

Locate validate_sound.
Print Assumptions validate_sound.
