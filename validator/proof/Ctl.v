(** * CTL with fairness (docs/certificates.md, section 1.4)

    [ctl] is the core syntax: what is left after everything else was rewritten ([Formula] has the rest).
    [sat] is the textbook semantics: EX, EU and EG speak of infinite fair paths. There are no fixpoints in it. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System.

(** Atoms are literals; [Atom 1] is true, [Atom 0] is false. *)
Inductive ctl :=
| Atom (a : nat)
| Not (f : ctl)
| And (f g : ctl)
| Or (f g : ctl)
| EX (f : ctl)
| EU (f g : ctl)
| EG (f : ctl).

Definition ctl_eq_dec (f g : ctl) : {f = g} + {f <> g}.
Proof. repeat decide equality. Defined.

Section Semantics.
  Variable M : system.

  Fixpoint sat (f : ctl) (s : state M) : Prop :=
    match f with
    | Atom a => lit M a s = true
    | Not f => ~ sat f s
    | And f g => sat f s /\ sat g s
    | Or f g => sat f s \/ sat g s
    | EX f => exists x, fair_path_from s x /\ sat f (x 1)
    | EU f g => exists x, fair_path_from s x /\ exists n, sat g (x n) /\ forall k, k < n -> sat f (x k)
    | EG f => exists x, fair_path_from s x /\ forall n, sat f (x n)
    end.

  (** A CTL property holds iff every initial state satisfies it. *)
  Definition ctl_holds (f : ctl) : Prop := forall s, initial M s = true -> sat f s.

  (** It fails iff some initial state does not. *)
  Definition ctl_fails (f : ctl) : Prop := exists s, initial M s = true /\ ~ sat f s.
End Semantics.

Arguments sat {M}.
