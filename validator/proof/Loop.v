(** * [loop V]: a relation that shows that no fair cycle closes

    docs/certificates.md, section 4; [Memory] and [Blocks] have its CNFs.

    A second way to end a block of an EG upper fact, instead of the skeleton query. The system gets a constant copy [s] of
    the state ("saved"; or of a part of it, [key]) and a flag for each fairness number of a list [J], which is set once
    its [B j] was met. [V] is a predicate over state, saved copy and flags. Obligations, with [E] as the steps of the
    block left it:

    - start: [s = y & f = 0 & E-step & !V(N)]
    - step:  [V & E-step & !V(N)]
    - close: [V & s = y & all f_j & E-step]

    [loop_refutes]: then no closed walk of [E] meets every fairness set. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System Ctl Tau Facts Walls.

Section Loop.
  Variable M : system.
  Variable K : Type.
  Variable key : state M -> K.                   (* what is saved: the whole state, or what matters of it *)
  Implicit Types (E : step_set M) (J : list nat).

  (** The flags after a step from [y]. *)
  Definition raise J (y : state M) (f : list bool) : list bool :=
    map (fun jf => snd jf || B M (fst jf) y) (combine J f).

  Definition no_flag J : list bool := map (fun _ => false) J.

  Record loop_ok J (V : state M -> K -> list bool -> Prop) E : Prop := {
    loop_numbers : Forall (fun j => j < F M) J;
    loop_start : forall y i, E y i = true -> V (next M y i) (key y) (raise J y (no_flag J));
    loop_step : forall y i s f, V y s f -> E y i = true -> V (next M y i) s (raise J y f);
    loop_close : forall y i f, E y i = true -> V y (key y) f -> Forall (fun b => b = true) f -> length f = length J -> False
  }.

  (** The flags after the steps of the walk from time [a], [d] of them. *)
  Definition met (x : nat -> state M) a d (j : nat) : bool := existsb (fun t => B M j (x t)) (seq a d).

  Lemma raise_met x a d J : raise J (x (a + d)) (map (met x a d) J) = map (met x a (S d)) J.
  Proof.
    unfold raise. induction J as [|j J IH]; [reflexivity|]. simpl. f_equal; [|exact IH].
    unfold met. rewrite seq_S, existsb_app. simpl. now rewrite orb_false_r.
  Qed.

  Lemma no_flag_met x a J : no_flag J = map (met x a 0) J.
  Proof. reflexivity. Qed.

  Theorem loop_refutes J V : forall x a b E, loop_ok J V E -> closed_walk M E x a b -> False.
  Proof.
    intros x a b E [HJ Hstart Hstep Hclose] Hw.
    assert (Hab := walk_nonempty _ _ _ _ _ Hw).
    assert (HV : forall d, a + S d <= b -> V (x (a + S d)) (key (x a)) (map (met x a (S d)) J)).
    { induction d as [|d IH]; intros Hd.
      - destruct (walk_steps _ _ _ _ _ Hw a) as (i & HE & HN); [lia|].
        rewrite <- raise_met, <- no_flag_met, Nat.add_0_r, Nat.add_1_r, <- HN. now apply Hstart.
      - destruct (walk_steps _ _ _ _ _ Hw (a + S d)) as (i & HE & HN); [lia|].
        rewrite <- raise_met, (Nat.add_succ_r a (S d)), <- HN. apply Hstep; [|exact HE]. apply IH. lia. }
    destruct (walk_steps _ _ _ _ _ Hw a) as (i & HE & _); [lia|].
    apply (Hclose (x a) i (map (met x a (b - a)) J)).
    - exact HE.
    - specialize (HV (b - a - 1)). replace (a + S (b - a - 1)) with b in HV by lia.
      replace (S (b - a - 1)) with (b - a) in HV by lia.
      rewrite <- (walk_closed _ _ _ _ _ Hw) in HV. apply HV. lia.
    - apply Forall_forall. intros f Hf. apply in_map_iff in Hf. destruct Hf as (j & <- & Hj).
      rewrite Forall_forall in HJ. destruct (walk_fair _ _ _ _ _ Hw j (HJ j Hj)) as (n & Hn & HB).
      unfold met. apply existsb_exists. exists n. split; [apply in_seq; lia | exact HB].
    - apply map_length.
  Qed.

  Lemma loop_ok_refutes J V : refutes M (fun E _ => loop_ok J V E).
  Proof. intros x a b E walls Hok _ Hw. now apply (loop_refutes J V x a b E). Qed.
End Loop.
