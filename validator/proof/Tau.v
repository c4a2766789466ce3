(** * Removing fairness (docs/certificates.md, section 1.4, "Removing fairness")

    [plain] reads EX and EU over plain allowed steps; only EG is about fair paths. [tau] rewrites a formula so that
    reading the result in this way gives what the textbook semantics gives for the formula ([tau_correct]).
    Without constraints and fairness nothing need be rewritten ([no_tau_correct]). *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System Ctl.

(** [h] = "some fair path starts here". *)
Definition h : ctl := EG (Atom 1).

(** [imp f]: whoever satisfies [f] has a fair path already. *)
Fixpoint imp (f : ctl) : bool :=
  match f with
  | EX _ | EU _ _ | EG _ => true
  | And f g => imp f || imp g
  | Or f g => imp f && imp g
  | Atom _ | Not _ => false
  end.

(** The target [f], rewritten to [f'], with [& h] where it is needed. *)
Definition with_h (f f' : ctl) : ctl := if imp f then f' else And f' h.

Fixpoint tau (f : ctl) : ctl :=
  match f with
  | Atom a => Atom a
  | Not f => Not (tau f)
  | And f g => And (tau f) (tau g)
  | Or f g => Or (tau f) (tau g)
  | EX f => EX (with_h f (tau f))
  | EU f g => EU (tau f) (with_h g (tau g))
  | EG f => EG (tau f)
  end.

Section Plain.
  Variable M : system.
  Implicit Types (s t : state M).

  (** Finitely many allowed steps through [U] to [W]. *)
  Inductive until (U W : state M -> Prop) : state M -> Prop :=
  | until_now s : W s -> until U W s
  | until_step s t : U s -> step s t -> until U W t -> until U W s.

  Fixpoint plain (f : ctl) (s : state M) : Prop :=
    match f with
    | Atom a => lit M a s = true
    | Not f => ~ plain f s
    | And f g => plain f s /\ plain g s
    | Or f g => plain f s \/ plain g s
    | EX f => exists t, step s t /\ plain f t
    | EU f g => until (plain f) (plain g) s
    | EG f => exists x, fair_path_from s x /\ forall n, plain f (x n)
    end.

  Definition has_fair_path s : Prop := exists x, fair_path_from s x.

  Lemma imp_sound f s : imp f = true -> sat f s -> has_fair_path s.
  Proof.
    revert s. induction f; simpl; intros s Hi Hs; try discriminate.
    - apply orb_true_iff in Hi. destruct Hs. destruct Hi; eauto.
    - apply andb_true_iff in Hi. destruct Hi, Hs; eauto.
    - destruct Hs as (x & Hx & _). now exists x.
    - destruct Hs as (x & Hx & _). now exists x.
    - destruct Hs as (x & Hx & _). now exists x.
  Qed.

  Lemma plain_h s : plain h s <-> has_fair_path s.
  Proof.
    simpl. split.
    - intros (x & Hx & _). now exists x.
    - intros (x & Hx). exists x. split; [exact Hx|]. intros n. apply lit_true.
  Qed.

  (** With [& h] or without: the target, and a fair path from there. *)
  Lemma with_h_correct f f' s :
    (sat f s <-> plain f' s) -> (plain (with_h f f') s <-> sat f s /\ has_fair_path s).
  Proof.
    intros He. unfold with_h. destruct (imp f) eqn:Hi.
    - rewrite <- He. split; [|tauto]. intros Hs. split; [exact Hs|]. now apply imp_sound with f.
    - change (plain f' s /\ plain h s <-> sat f s /\ has_fair_path s).
      now rewrite plain_h, He.
  Qed.

  (** Fair EU is plain EU to a state with a fair path. *)
  Lemma until_fair (U W : state M -> Prop) s :
    until U (fun t => W t /\ has_fair_path t) s <->
    exists x, fair_path_from s x /\ exists n, W (x n) /\ forall k, k < n -> U (x k).
  Proof.
    split.
    - induction 1 as [s (HW & x & Hx)|s t HU Hst _ (x & Hx & n & HW & Hn)].
      + exists x. split; [exact Hx|]. exists 0. destruct Hx as (H0 & _). rewrite H0. split; [exact HW | lia].
      + exists (prefix s x). split; [now apply fair_path_prefix with t|].
        exists (S n). split; [exact HW|]. intros [|k] Hk; simpl; [exact HU | apply Hn; lia].
    - intros (x & Hx & n & HW & Hn). revert s x Hx HW Hn. induction n; intros s x Hx HW Hn.
      + apply until_now. destruct Hx as (H0 & Hx). rewrite H0 in HW. split; [exact HW|]. exists x. now split.
      + apply until_step with (x 1).
        * destruct Hx as (H0 & _). rewrite <- H0. apply Hn. lia.
        * destruct Hx as (H0 & Hp & _). rewrite <- H0. apply Hp.
        * apply IHn with (suffix 1 x).
          -- now apply fair_path_suffix with s.
          -- exact HW.
          -- intros k Hk. unfold suffix. apply Hn. lia.
  Qed.

  Lemma until_equiv (U U' W W' : state M -> Prop) s :
    (forall t, U t <-> U' t) -> (forall t, W t <-> W' t) -> (until U W s <-> until U' W' s).
  Proof.
    intros HU HW. split; induction 1.
    - apply until_now. now apply HW.
    - apply until_step with t; auto. now apply HU.
    - apply until_now. now apply HW.
    - apply until_step with t; auto. now apply HU.
  Qed.

  Theorem tau_correct f s : sat f s <-> plain (tau f) s.
  Proof.
    revert s. induction f; intros s.
    - reflexivity.
    - simpl. now rewrite IHf.
    - simpl. now rewrite IHf1, IHf2.
    - simpl. now rewrite IHf1, IHf2.
    - cbn [tau plain sat].
      assert (Hw := fun t => with_h_correct f (tau f) t (IHf t)). split.
      + intros (x & Hx & Hs). exists (x 1). split.
        * destruct Hx as (<- & Hp & _). apply Hp.
        * apply Hw. split; [exact Hs|]. exists (suffix 1 x). now apply fair_path_suffix with s.
      + intros (t & Hst & Ht). apply Hw in Ht. destruct Ht as (Ht & x & Hx).
        exists (prefix s x). split; [now apply fair_path_prefix with t|].
        simpl. destruct Hx as (H0 & _). now rewrite H0.
    - cbn [tau plain sat].
      rewrite (until_equiv (plain (tau f1)) (sat f1) (plain (with_h f2 (tau f2)))
                 (fun t => sat f2 t /\ has_fair_path t)).
      + symmetry. apply until_fair.
      + intros t. symmetry. apply IHf1.
      + intros t. apply with_h_correct, IHf2.
    - simpl. split; intros (x & Hx & Hs); exists x; (split; [exact Hx|]); intros n; now apply IHf.
  Qed.

  (** Without constraints and without fairness every state has a fair path. *)
  Lemma always_fair s :
    F M = 0 -> (forall y i, C M y i = true) -> has_fair_path s.
  Proof.
    intros HF HC. exists (fun n => Nat.iter n (fun y => next M y (some_input M)) s). repeat split.
    - intros n. exists (some_input M). split; [apply HC | reflexivity].
    - intros j Hj. lia.
  Qed.

  Theorem no_tau_correct f s :
    F M = 0 -> (forall y i, C M y i = true) -> (sat f s <-> plain f s).
  Proof.
    intros HF HC. revert s. assert (Hh := fun s => always_fair s HF HC).
    induction f; intros s; simpl.
    - reflexivity.
    - now rewrite IHf.
    - now rewrite IHf1, IHf2.
    - now rewrite IHf1, IHf2.
    - split.
      + intros (x & (<- & Hp & _) & Hs). exists (x 1). split; [apply Hp | now apply IHf].
      + intros (t & Hst & Ht). destruct (Hh t) as (x & Hx). exists (prefix s x).
        split; [now apply fair_path_prefix with t|]. simpl. destruct Hx as (H0 & _). rewrite H0. now apply IHf.
    - rewrite <- until_fair. apply until_equiv; intros t.
      + apply IHf1.
      + rewrite <- IHf2. split; [tauto|]. intros Ht. split; [exact Ht | apply Hh].
    - split; intros (x & Hx & Hs); exists x; (split; [exact Hx|]); intros n; now apply IHf.
  Qed.
End Plain.

Arguments until {M}. Arguments plain {M}. Arguments has_fair_path {M}.
