(** * Models, and verdicts by evaluation (docs/certificates.md, sections 1.1, 1.2 and 5)

    A [model] is what an AIGER file denotes: latch states, input valuations, next states, resets, constraints, and literals
    (functions of latches and inputs). [Circuit] gives the literals their gates. The properties [bad], [output] and [justice]
    are defined here, on runs of the model; [bad_trace_sound] and [justice_trace_sound] say that a trace which
    evaluates as section 5 demands shows that they fail. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.

Record model := Model {
  latches : Type;                                (* a valuation of the latches *)
  inputs : Type;                                 (* a valuation of the inputs *)
  latches_eq_dec : forall l k : latches, {l = k} + {l <> k};
  all_latches : list latches;
  all_latches_complete : forall l, In l all_latches;
  some_inputs : inputs;
  every_inputs : list inputs;
  every_inputs_complete : forall i, In i every_inputs;
  m_next : latches -> inputs -> latches;
  m_reset : latches -> bool;                     (* every latch has its reset value, if it has one *)
  m_C : latches -> inputs -> bool                (* the invariant constraints *)
}.

(** A literal of the model, as the function that it computes. *)
Definition literal (m : model) := latches m -> inputs m -> bool.

Section Properties.
  Variable m : model.
  Implicit Types (x : nat -> latches m) (inp : nat -> inputs m).

  (** [bad N], [output N]: a finite run whose steps satisfy [C] and whose last step satisfies the literal. *)
  Definition run_to n x inp : Prop :=
    m_reset m (x 0) = true /\
    (forall t, t <= n -> m_C m (x t) (inp t) = true) /\
    (forall t, t < n -> x (S t) = m_next m (x t) (inp t)).

  Definition model_bad_fails (bad : literal m) : Prop :=
    exists n x inp, run_to n x inp /\ bad (x n) (inp n) = true.

  (** [justice N]: an infinite run whose steps satisfy [C] and on which every literal of the fairness list (the model's
      fairness literals and those of the justice set) is true infinitely often. *)
  Definition run x inp : Prop :=
    m_reset m (x 0) = true /\
    (forall t, m_C m (x t) (inp t) = true) /\
    (forall t, x (S t) = m_next m (x t) (inp t)).

  Definition infinitely_often (l : literal m) x inp : Prop :=
    forall n, exists t, n <= t /\ l (x t) (inp t) = true.

  Definition model_justice_fails (fairness : list (literal m)) : Prop :=
    exists x inp, run x inp /\ forall l, In l fairness -> infinitely_often l x inp.

  (** ** Traces *)

  Record trace := Trace { trace_latches : latches m; trace_inputs : list (inputs m) }.

  Definition trace_input (t : trace) (n : nat) : inputs m := nth n (trace_inputs t) (some_inputs m).

  (** The states of a run from [l0] by given inputs. *)
  Fixpoint drive (l0 : latches m) (inp : nat -> inputs m) (n : nat) : latches m :=
    match n with
    | 0 => l0
    | S n => m_next m (drive l0 inp n) (inp n)
    end.

  Definition trace_state (t : trace) : nat -> latches m := drive (trace_latches t) (trace_input t).
  Definition trace_length (t : trace) : nat := length (trace_inputs t).

  (** Computed: resets, [C] in every step, the bad literal in the last one. *)
  Definition bad_trace_ok (bad : literal m) (t : trace) : Prop :=
    0 < trace_length t /\
    m_reset m (trace_latches t) = true /\
    (forall n, n < trace_length t -> m_C m (trace_state t n) (trace_input t n) = true) /\
    bad (trace_state t (trace_length t - 1)) (trace_input t (trace_length t - 1)) = true.

  Theorem bad_trace_sound bad t : bad_trace_ok bad t -> model_bad_fails bad.
  Proof.
    intros (Hlen & HI & HC & Hb). exists (trace_length t - 1), (trace_state t), (trace_input t).
    split; [|exact Hb]. repeat split.
    - exact HI.
    - intros n Hn. apply HC. lia.
  Qed.

  (** *** Loops *)

  (** Relevant latches: a projection [rel] of the latches on which, together with the inputs, [C], the fairness list and the
      next values of the relevant latches depend. (The latches in the combinational cones of these have this property.) *)
  Definition relevant (K : Type) (rel : latches m -> K) (fairness : list (literal m)) : Prop :=
    forall l k i, rel l = rel k ->
      m_C m l i = m_C m k i /\ (forall f, In f fairness -> f l i = f k i) /\ rel (m_next m l i) = rel (m_next m k i).

  Definition justice_trace_ok (K : Type) (rel : latches m -> K) fairness (t : trace) (loop : nat) : Prop :=
    relevant K rel fairness /\
    loop < trace_length t /\
    m_reset m (trace_latches t) = true /\
    (forall n, n < trace_length t -> m_C m (trace_state t n) (trace_input t n) = true) /\
    rel (trace_state t (trace_length t)) = rel (trace_state t loop) /\
    (forall f, In f fairness ->
      exists n, loop <= n < trace_length t /\ f (trace_state t n) (trace_input t n) = true).

  (** The position of the trace that time [n] repeats. *)
  Fixpoint position (len loop n : nat) : nat :=
    match n with
    | 0 => 0
    | S n => let p := S (position len loop n) in if p =? len then loop else p
    end.

  Lemma position_bound len loop n : loop < len -> position len loop n < len.
  Proof.
    intros Hl. induction n as [|n IH]; cbn [position]; [lia|].
    destruct (S (position len loop n) =? len) eqn:E; [lia | apply Nat.eqb_neq in E; lia].
  Qed.

  (** From any time on, every position of the loop comes. *)
  Lemma position_advance len loop d : forall n, position len loop n + d < len ->
    position len loop (n + d) = position len loop n + d.
  Proof.
    induction d as [|d IH]; intros n Hd; [now rewrite !Nat.add_0_r|].
    rewrite !Nat.add_succ_r. cbn [position]. rewrite IH by lia.
    destruct (S (position len loop n + d) =? len) eqn:E; [apply Nat.eqb_eq in E; lia | reflexivity].
  Qed.

  Lemma position_recurs len loop n p :
    loop <= p < len -> exists k, n <= k /\ position len loop k = p.
  Proof.
    intros Hp. assert (Hb := position_bound len loop n ltac:(lia)).
    set (q := position len loop n) in *.
    (* to the end of the trace, back to the loop, and on to p *)
    assert (He : position len loop (n + (len - 1 - q)) = len - 1)
      by (rewrite position_advance; fold q; lia).
    assert (Hl : position len loop (S (n + (len - 1 - q))) = loop).
    { cbn [position]. rewrite He. replace (S (len - 1)) with len by lia. now rewrite Nat.eqb_refl. }
    exists (S (n + (len - 1 - q)) + (p - loop)). split; [lia|].
    rewrite position_advance; rewrite Hl; lia.
  Qed.

  Theorem justice_trace_sound K rel fairness t loop :
    justice_trace_ok K rel fairness t loop -> model_justice_fails fairness.
  Proof.
    intros (Hrel & Hloop & HI & HC & Hclose & Hfair).
    set (len := trace_length t) in *. set (pos := position len loop).
    set (inp := fun n => trace_input t (pos n)). set (x := drive (trace_latches t) inp).
    assert (Hx : forall n, rel (x n) = rel (trace_state t (pos n))).
    { induction n as [|n IH]; [reflexivity|].
      assert (Hs : rel (x (S n)) = rel (trace_state t (S (pos n)))).
      { change (x (S n)) with (m_next m (x n) (trace_input t (pos n))). now apply (Hrel _ _ _ IH). }
      rewrite Hs. unfold pos at 2. cbn [position]. fold pos.
      destruct (S (pos n) =? len) eqn:E.
      - apply Nat.eqb_eq in E. rewrite E. exact Hclose.
      - reflexivity. }
    exists x, inp. split; [split; [exact HI|split]|].
    - intros n. destruct (Hrel _ _ (inp n) (Hx n)) as (-> & _). apply HC. now apply position_bound.
    - reflexivity.
    - intros f Hf n. destruct (Hfair f Hf) as (p & Hp & Hfp).
      destruct (position_recurs len loop n p Hp) as (k & Hk & Hpk). exists k. split; [exact Hk|].
      destruct (Hrel _ _ (inp k) (Hx k)) as (_ & Hlit & _). rewrite (Hlit f Hf). unfold inp, pos. now rewrite Hpk.
  Qed.
  (** *** Loops of which the certificate names the latches that return *)

  (** Three values are one way to know something of a state: [knows a l] says that [l] is one of the states that [a]
      stands for. What a step makes of [a] must stand for what it makes of all these states, and what is surely true of
      [a] must be true of all of them. *)
  Record abstraction (A : Type) := Abstraction {
    knows : A -> latches m -> Prop;
    a_next : A -> inputs m -> A;
    a_sure : literal m -> A -> inputs m -> bool;
    knows_next : forall a l i, knows a l -> knows (a_next a i) (m_next m l i);
    knows_sure : forall f a l i, knows a l -> a_sure f a i = true -> f l i = true
  }.

  (** What is known after [n] steps of the loop. *)
  Fixpoint around {A} (abs : abstraction A) (start : A) (inp : nat -> inputs m) (n : nat) : A :=
    match n with
    | 0 => start
    | S n => a_next A abs (around abs start inp n) (inp n)
    end.

  Definition returning_trace_ok {A} (abs : abstraction A) (start : A) fairness (t : trace) (loop : nat) : Prop :=
    let loop_input n := trace_input t (loop + n) in
    let a := around abs start loop_input in
    loop < trace_length t /\
    m_reset m (trace_latches t) = true /\
    (forall n, n < trace_length t -> m_C m (trace_state t n) (trace_input t n) = true) /\
    knows A abs start (trace_state t loop) /\
    (forall n, n < trace_length t - loop -> a_sure A abs (m_C m) (a n) (loop_input n) = true) /\
    (forall l, knows A abs (a (trace_length t - loop)) l -> knows A abs start l) /\
    (forall f, In f fairness ->
      exists n, n < trace_length t - loop /\ a_sure A abs f (a n) (loop_input n) = true).

  Lemma position_before len loop n : n < len -> position len loop n = n.
  Proof. intros Hn. exact (position_advance len loop n 0 Hn). Qed.

  Lemma position_in_loop len loop n : loop < len -> loop <= n -> loop <= position len loop n.
  Proof.
    intros Hl Hn. induction Hn as [|n Hn IH]; [rewrite position_before; lia|].
    cbn [position]. destruct (S (position len loop n) =? len); lia.
  Qed.

  Theorem returning_trace_sound A (abs : abstraction A) start fairness t loop :
    returning_trace_ok abs start fairness t loop -> model_justice_fails fairness.
  Proof.
    intros (Hloop & HI & HC & Hstart & Hsure & Hback & Hfair).
    set (len := trace_length t) in *. set (pos := position len loop).
    set (a := around abs start (fun n => trace_input t (loop + n))) in *.
    set (inp := fun n => trace_input t (pos n)). set (x := drive (trace_latches t) inp).
    assert (Hfirst : forall n, n <= loop -> x n = trace_state t n).
    { induction n as [|n IH]; intros Hn; [reflexivity|].
      change (x (S n)) with (m_next m (x n) (trace_input t (pos n))). rewrite IH by lia.
      unfold pos. rewrite position_before by lia. reflexivity. }
    assert (Hx : forall n, loop <= n -> knows A abs (a (pos n - loop)) (x n)).
    { intros n Hn. induction Hn as [|n Hn IH].
      - rewrite Hfirst by lia. unfold pos. rewrite position_before by lia. rewrite Nat.sub_diag. exact Hstart.
      - assert (Hp := position_in_loop len loop n Hloop Hn). fold pos in Hp.
        assert (Hs : knows A abs (a (S (pos n - loop))) (x (S n))).
        { change (x (S n)) with (m_next m (x n) (trace_input t (pos n))).
          replace (pos n) with (loop + (pos n - loop)) at 2 by lia.
          exact (knows_next A abs _ _ (trace_input t (loop + (pos n - loop))) IH). }
        unfold pos at 1. cbn [position]. fold pos. destruct (S (pos n) =? len) eqn:E.
        + apply Nat.eqb_eq in E. rewrite Nat.sub_diag. apply Hback.
          replace (len - loop) with (S (pos n - loop)) by lia. exact Hs.
        + replace (S (pos n) - loop) with (S (pos n - loop)) by lia. exact Hs. }
    exists x, inp. split; [split; [exact HI|split]|].
    - intros n. destruct (Nat.le_gt_cases loop n) as [Hn|Hn].
      + assert (Hp := position_in_loop len loop n Hloop Hn). assert (Hb := position_bound len loop n Hloop).
        fold pos in Hp, Hb. unfold inp. apply (knows_sure A abs _ _ _ _ (Hx n Hn)).
        replace (pos n) with (loop + (pos n - loop)) at 2 by lia. apply Hsure. lia.
      + rewrite Hfirst by lia. unfold inp, pos. rewrite position_before by lia. apply HC. lia.
    - reflexivity.
    - intros f Hf n. destruct (Hfair f Hf) as (p & Hp & Hfp).
      destruct (position_recurs len loop (Nat.max n loop) (loop + p) ltac:(lia)) as (k & Hk & Hpk).
      exists k. split; [lia|]. unfold inp. fold pos in Hpk. rewrite Hpk.
      assert (Hkn := Hx k ltac:(lia)). rewrite Hpk in Hkn. replace (loop + p - loop) with p in Hkn by lia.
      exact (knows_sure A abs _ _ _ _ Hkn Hfp).
  Qed.
End Properties.

(** Three values: [None] is either. A gate and a complement that compute a value compute it whatever stands in the place of
    either, so by induction on gates what is evaluated with three values is an abstraction. *)
Definition stands_for (v : option bool) (b : bool) : Prop := match v with Some c => c = b | None => True end.
Definition not3 (v : option bool) : option bool := option_map negb v.
Definition and3 (v w : option bool) : option bool :=
  match v, w with
  | Some false, _ | _, Some false => Some false
  | Some true, Some true => Some true
  | _, _ => None
  end.

Lemma not3_sound v b : stands_for v b -> stands_for (not3 v) (negb b).
Proof. destruct v as [c|]; cbn; [now intros -> | trivial]. Qed.

Lemma and3_sound v w b c : stands_for v b -> stands_for w c -> stands_for (and3 v w) (andb b c).
Proof.
  destruct v as [[|]|], w as [[|]|]; cbn; intros Hv Hw; subst; trivial; now destruct b.
Qed.

Arguments run_to {m}. Arguments model_bad_fails {m}. Arguments run {m}. Arguments infinitely_often {m}.
Arguments model_justice_fails {m}. Arguments drive {m}. Arguments bad_trace_ok {m}. Arguments justice_trace_ok {m}.
Arguments bad_trace_sound {m}. Arguments justice_trace_sound {m}. Arguments returning_trace_sound {m}.
