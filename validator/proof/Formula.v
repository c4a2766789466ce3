(** * Formulas as they are written (docs/certificates.md, section 1.4)

    [formula] is the whole syntax, with its textbook semantics over fair paths: A quantifies over all of them, E over some.
    [core] is the rewriting to [ctl]; [core_correct] says that it changes nothing.

    This is the one place where classical logic ([classic], the law of the excluded middle) is used: "not on some path" and
    "on every path not" are the same thing, and [!!f] is [f], only classically. (On finite systems CTL is decidable, so
    the axiom could be avoided by proving a model checker correct first; nothing would be gained.) *)

From Coq Require Import List Bool Arith Lia Classical.
Import ListNotations.
From Vouch Require Import System Ctl.

Inductive formula :=
| FTrue
| FFalse
| FAtom (a : nat)
| FNot (f : formula)
| FAnd (f g : formula)
| FOr (f g : formula)
| FXor (f g : formula)
| FImplies (f g : formula)
| FIff (f g : formula)
| FEX (f : formula)
| FEF (f : formula)
| FEG (f : formula)
| FAX (f : formula)
| FAF (f : formula)
| FAG (f : formula)
| FEU (f g : formula)
| FAU (f g : formula).

Section Formula.
  Variable M : system.
  Implicit Types (x : nat -> state M).

  Fixpoint holds_at (f : formula) (s : state M) : Prop :=
    match f with
    | FTrue => True
    | FFalse => False
    | FAtom a => lit M a s = true
    | FNot f => ~ holds_at f s
    | FAnd f g => holds_at f s /\ holds_at g s
    | FOr f g => holds_at f s \/ holds_at g s
    | FXor f g => (holds_at f s /\ ~ holds_at g s) \/ (~ holds_at f s /\ holds_at g s)
    | FImplies f g => holds_at f s -> holds_at g s
    | FIff f g => holds_at f s <-> holds_at g s
    | FEX f => exists x, fair_path_from s x /\ holds_at f (x 1)
    | FEF f => exists x, fair_path_from s x /\ exists n, holds_at f (x n)
    | FEG f => exists x, fair_path_from s x /\ forall n, holds_at f (x n)
    | FAX f => forall x, fair_path_from s x -> holds_at f (x 1)
    | FAF f => forall x, fair_path_from s x -> exists n, holds_at f (x n)
    | FAG f => forall x, fair_path_from s x -> forall n, holds_at f (x n)
    | FEU f g => exists x, fair_path_from s x /\ exists n, holds_at g (x n) /\ forall k, k < n -> holds_at f (x k)
    | FAU f g => forall x, fair_path_from s x -> exists n, holds_at g (x n) /\ forall k, k < n -> holds_at f (x k)
    end.
End Formula.

Arguments holds_at {M}.

(** [!!f] is [f]. *)
Definition negation (f : ctl) : ctl := match f with Not f => f | _ => Not f end.

Definition c_true : ctl := Atom 1.

Fixpoint core (f : formula) : ctl :=
  match f with
  | FTrue => Atom 1
  | FFalse => Atom 0
  | FAtom a => Atom a
  | FNot f => negation (core f)
  | FAnd f g => And (core f) (core g)
  | FOr f g => Or (core f) (core g)
  | FXor f g => Or (And (core f) (negation (core g))) (And (negation (core f)) (core g))
  | FImplies f g => Or (negation (core f)) (core g)
  | FIff f g => And (Or (negation (core f)) (core g)) (Or (core f) (negation (core g)))
  | FEX f => EX (core f)
  | FEF f => EU c_true (core f)
  | FEG f => EG (core f)
  | FAX f => negation (EX (negation (core f)))
  | FAF f => negation (EG (negation (core f)))
  | FAG f => negation (EU c_true (negation (core f)))
  | FEU f g => EU (core f) (core g)
  | FAU f g =>
    negation (Or (EU (negation (core g)) (And (negation (core f)) (negation (core g)))) (EG (negation (core g))))
  end.

Section Core.
  Variable M : system.

  Lemma negation_correct f (s : state M) : sat (negation f) s <-> ~ sat f s.
  Proof. destruct f; simpl; try reflexivity. split; [tauto | apply NNPP]. Qed.

  (** The least of the numbers with a property. *)
  Lemma least (Z : nat -> Prop) n : Z n -> exists m, Z m /\ forall k, k < m -> ~ Z k.
  Proof.
    induction n as [n IH] using lt_wf_ind. intros Hn.
    destruct (classic (exists k, k < n /\ Z k)) as [(k & Hk & HZ)|Hno].
    - now apply IH with k.
    - exists n. split; [exact Hn|]. intros k Hk HZ. apply Hno. now exists k.
  Qed.

  (** A[f U g] fails on a path iff it is in [!g] until [!f & !g], or in [!g] for ever. *)
  Lemma not_until (f g : nat -> Prop) :
    ~ (exists n, g n /\ forall k, k < n -> f k) <->
    (exists n, (~ f n /\ ~ g n) /\ forall k, k < n -> ~ g k) \/ (forall n, ~ g n).
  Proof.
    split.
    - intros Hno. destruct (classic (exists n, g n)) as [(n & Hn)|Hg].
      + left. destruct (least g n Hn) as (m & Hm & Hmin).
        assert (Hf : exists k, k < m /\ ~ f k).
        { apply NNPP. intros Hall. apply Hno. exists m. split; [exact Hm|]. intros k Hk.
          apply NNPP. intros Hf. apply Hall. now exists k. }
        destruct Hf as (k & Hk & Hf). exists k. split; [split; [exact Hf | now apply Hmin]|].
        intros l Hl. apply Hmin. lia.
      + right. intros n Hn. apply Hg. now exists n.
    - intros [(n & (Hf & Hg) & Hk)|Hg] (m & Hm & Hfm).
      + destruct (lt_eq_lt_dec m n) as [[Hlt|Heq]|Hgt].
        * now apply (Hk m).
        * subst. now apply Hg.
        * apply Hf. now apply Hfm.
      + now apply (Hg m).
  Qed.

  Theorem core_correct f (s : state M) : holds_at f s <-> sat (core f) s.
  Proof.
    revert s. induction f; intros s; cbn [core holds_at].
    - simpl. rewrite lit_true. tauto.
    - simpl. rewrite lit_false. split; [tauto | discriminate].
    - reflexivity.
    - now rewrite negation_correct, IHf.
    - simpl. now rewrite IHf1, IHf2.
    - simpl. now rewrite IHf1, IHf2.
    - simpl. rewrite !negation_correct, IHf1, IHf2. reflexivity.
    - simpl. rewrite negation_correct, IHf1, IHf2. tauto.
    - simpl. rewrite !negation_correct, IHf1, IHf2.
      destruct (classic (sat (core f1) s)); destruct (classic (sat (core f2) s)); tauto.
    - simpl. split; intros (x & Hx & Hf); exists x; (split; [exact Hx | now apply IHf]).
    - simpl. split.
      + intros (x & Hx & n & Hf). exists x. split; [exact Hx|]. exists n. split; [now apply IHf|]. intros. apply lit_true.
      + intros (x & Hx & n & Hf & _). exists x. split; [exact Hx|]. exists n. now apply IHf.
    - simpl. split; intros (x & Hx & Hf); exists x; (split; [exact Hx|]); intros n; now apply IHf.
    - rewrite negation_correct. simpl. split.
      + intros Hall (x & Hx & Hf). apply negation_correct in Hf. apply Hf, IHf, Hall, Hx.
      + intros Hno x Hx. apply IHf. apply NNPP. intros Hf. apply Hno. exists x. split; [exact Hx|].
        now apply negation_correct.
    - rewrite negation_correct. simpl. split.
      + intros Hall (x & Hx & Hf). destruct (Hall x Hx) as (n & Hn).
        apply (proj1 (negation_correct _ _) (Hf n)). now apply IHf.
      + intros Hno x Hx. apply NNPP. intros Hn. apply Hno. exists x. split; [exact Hx|]. intros n.
        apply negation_correct. intros Hf. apply Hn. exists n. now apply IHf.
    - rewrite negation_correct. simpl. split.
      + intros Hall (x & Hx & n & Hf & _). apply negation_correct in Hf. apply Hf, IHf, Hall, Hx.
      + intros Hno x Hx n. apply IHf. apply NNPP. intros Hf. apply Hno. exists x. split; [exact Hx|].
        exists n. split; [now apply negation_correct|]. intros. apply lit_true.
    - simpl. split; intros (x & Hx & n & Hg & Hf); exists x; (split; [exact Hx|]); exists n;
        (split; [now apply IHf2|]); intros k Hk; apply IHf1; auto.
    - rewrite negation_correct. cbn [sat].
      assert (Hnot : forall x : nat -> state M, ~ (exists n, holds_at f2 (x n) /\ forall k, k < n -> holds_at f1 (x k)) <->
        (exists n, (sat (negation (core f1)) (x n) /\ sat (negation (core f2)) (x n)) /\
           forall k, k < n -> sat (negation (core f2)) (x k)) \/ (forall n, sat (negation (core f2)) (x n))).
      { intros x. rewrite (not_until (fun n => holds_at f1 (x n)) (fun n => holds_at f2 (x n))).
        split; (intros [(n & (Hf & Hg) & Hk)|Hg]; [left; exists n | right; intros n]).
        - rewrite !negation_correct, <- IHf1, <- IHf2. split; [now split|].
          intros k Hlt. rewrite negation_correct, <- IHf2. now apply Hk.
        - rewrite negation_correct, <- IHf2. apply Hg.
        - rewrite negation_correct, <- IHf1 in Hf. rewrite negation_correct, <- IHf2 in Hg. split; [now split|].
          intros k Hlt. specialize (Hk k Hlt). now rewrite negation_correct, <- IHf2 in Hk.
        - specialize (Hg n). now rewrite negation_correct, <- IHf2 in Hg. }
      split.
      + intros Hall [(x & Hx & Hn)|(x & Hx & Hn)].
        * apply (proj2 (Hnot x)); [now left | now apply Hall].
        * apply (proj2 (Hnot x)); [now right | now apply Hall].
      + intros Hno x Hx. apply NNPP. intros Hn. apply Hno. apply Hnot in Hn.
        destruct Hn as [Hn|Hn]; [left | right]; exists x; now split.
  Qed.
End Core.
