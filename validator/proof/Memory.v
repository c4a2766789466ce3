(** * Saved values and flags: steps that remember (docs/certificates.md, sections 1.3, 4 and 7)

    A loop speaks of variables besides those of the state: values that were saved where a walk began, and a flag for each
    fairness number. [memory_frame] resolves them after a step (a saved value stays, a flag is raised by its fairness), and
    [memory_val] is the valuation of steps with given values of them: it respects gates ([memory_respects]), and literals
    that do not depend on them ([free]) have their values as predicates in it ([free_now], [free_aft]). *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System Ctl Facts Rules Model Elaboration Circuit Lrat Cnf Steps.

Definition saved_var (w : memory) (k : nat) : nat := m_first w + k.
Definition flag_var (w : memory) (j : nat) : nat := m_first w + length (m_saved w) + j.
Definition raised_var (w : memory) (j : nat) : nat := m_raised w + j.

Definition aig_lit_eqb (a b : aig_lit) : bool := (fst a =? fst b) && Bool.eqb (snd a) (snd b).

Fixpoint lits_eqb (l k : list aig_lit) : bool :=
  match l, k with
  | [], [] => true
  | a :: l, b :: k => aig_lit_eqb a b && lits_eqb l k
  | _, _ => false
  end.

Definition gate_eqb (g h : gate) : bool := (fst g =? fst h) && lits_eqb (snd g) (snd h).

Lemma lits_eqb_eq l : forall k, lits_eqb l k = true -> l = k.
Proof.
  induction l as [|[v s] l IH]; intros [|[u t] k] H; try discriminate H; [reflexivity|].
  cbn [lits_eqb] in H. apply andb_true_iff in H. destruct H as (Ha & H). unfold aig_lit_eqb in Ha. cbn [fst snd] in Ha.
  apply andb_true_iff in Ha. destruct Ha as (Hv & Hs). apply Nat.eqb_eq in Hv. apply eqb_prop in Hs. subst.
  f_equal. now apply IH.
Qed.

Lemma gate_eqb_eq g h : gate_eqb g h = true -> g = h.
Proof.
  destruct g as [v l], h as [u k]. unfold gate_eqb. cbn [fst snd]. rewrite andb_true_iff. intros (Hv & Hl).
  apply Nat.eqb_eq in Hv. apply lits_eqb_eq in Hl. now subst.
Qed.

Section Memory.
  Variable A : aiger.
  Variable obs : nat -> bool.
  Variable fl : list aig_lit.

  Section Program.
    Variable w : memory.

    Definition is_saved (v : nat) : bool := (m_first w <=? v) && (v <? flag_var w 0).
    Definition is_flag (v : nat) : bool := (flag_var w 0 <=? v) && (v <? flag_var w (length fl)).
    Definition remembered (v : nat) : bool := is_saved v || is_flag v.

    (** [resolve] of section 7 for saved values and flags, too. *)
    Definition memory_frame (c : nat) (after : bool) (a : aig_lit) : flit :=
      if after && is_saved (fst a) then frame_now c a
      else if after && is_flag (fst a) then frame_now c (raised_var w (fst a - flag_var w 0), negb (snd a))
      else frame_lit A obs fl c after a.

    (** [r_j = and(!f_j, !B_j)]: the flag stays down. *)
    Definition raised_gate (j : nat) : gate :=
      (raised_var w j, [(flag_var w j, true); neg (fair_state_lit A obs fl j)]).

    Variable more : list gate.

    Definition memory_ok : bool :=
      (first_gate A fl <=? m_first w) && forallb (fun g => negb (remembered (fst g))) more &&
      forallb (fun j => existsb (gate_eqb (raised_gate j)) more) (seq 0 (length fl)).

    (** A literal that does not depend on what is remembered. *)
    Definition free (a : aig_lit) : bool :=
      memory_ok && negb (remembered (fst a)) && negb (opens (all_gates A more) remembered (fst a)).
  End Program.

  Definition frame_of (o : obligation) : nat -> bool -> aig_lit -> flit :=
    match ob_memory o with Some w => memory_frame w | None => frame_lit A obs fl end.

  (** ** Values *)

  Variable more : list gate.
  Hypothesis HA : aiger_ok A = true.
  Hypothesis Hfl : forallb (small A) fl = true.
  Hypothesis Hmore : more_ok A fl more = true.

  Let M := the_system A obs fl HA.

  Variable w : memory.

  Definition base_with (rem : nat -> bool) (s : state M) (i : input M) (v : nat) : bool :=
    if remembered w v then rem v else step_base A obs fl s i v.

  Definition value_with (rem : nat -> bool) (s : state M) (i : input M) : nat -> bool :=
    eval (all_gates A more) (base_with rem s i).

  (** What is remembered after a step from [y]. *)
  Definition raise_memory (rem : nat -> bool) (y : state M) (v : nat) : bool :=
    if is_flag w v then rem v || B M (v - flag_var w 0) y else rem v.

  Definition memory_val (steps : nat -> state M * input M) (rem sel pre : nat -> bool) (t : fvar) : bool :=
    match t with
    | Framed c false v => value_with rem (fst (steps c)) (snd (steps c)) v
    | Framed c true v =>
      value_with (raise_memory rem (fst (steps c))) (next M (fst (steps c)) (snd (steps c))) (i0 A obs fl HA) v
    | Sel k => sel k
    | Pre k => pre k
    end.

  Lemma value_with_ext rem rem' s i v :
    (forall u, remembered w u = true -> rem u = rem' u) -> value_with rem s i v = value_with rem' s i v.
  Proof.
    intros H. apply (eval_agree (all_gates A more) (fun _ => True)); [| |exact I].
    - intros u _. unfold base_with. destruct (remembered w u) eqn:E; [now apply H | reflexivity].
    - intros g l _ _. exact I.
  Qed.

  (** The value of a literal whose cone has no step input does not depend on the step inputs. *)
  Lemma value_with_closed rem s i i' a :
    is_state_lit A obs fl more a = true -> lit_value (value_with rem s i) a = lit_value (value_with rem s i') a.
  Proof.
    intros Ha. unfold lit_value. f_equal. unfold is_state_lit, state_lit in Ha. apply negb_true_iff in Ha.
    apply (opens_sound (all_gates A more) (open_base A obs fl)); [|exact Ha]. intros v Hv.
    unfold base_with. destruct (remembered w v); [reflexivity | now apply step_base_closed].
  Qed.

  Lemma value_with_gate rem s i g :
    In g (all_gates A more) -> value_with rem s i (fst g) = forallb (lit_value (value_with rem s i)) (snd g).
  Proof. intros Hg. apply eval_gate; [|exact Hg]. assert (H := Hmore). unfold more_ok in H. now apply andb_true_iff in H. Qed.

  Hypothesis Hw : memory_ok w more = true.

  Lemma memory_behind : first_gate A fl <= m_first w.
  Proof.
    assert (H := Hw). unfold memory_ok in H. rewrite !andb_true_iff in H. destruct H as ((H & _) & _).
    now apply Nat.leb_le.
  Qed.

  Lemma remembered_low v : v < first_gate A fl -> remembered w v = false.
  Proof.
    intros Hv. assert (H := memory_behind). unfold remembered, is_saved, is_flag, flag_var.
    apply orb_false_iff. split; apply andb_false_iff; left; apply Nat.leb_gt; lia.
  Qed.

  Lemma remembered_no_gate v : remembered w v = true -> ~ In v (map fst (all_gates A more)).
  Proof.
    intros Hv Hin. apply in_map_iff in Hin. destruct Hin as (g & Hg & Hin). subst v. unfold all_gates in Hin.
    apply in_app_iff in Hin. destruct Hin as [Hin|Hin].
    - rewrite remembered_low in Hv; [discriminate|].
      assert (fst g <= maxvar A); [|unfold first_gate; lia].
      apply (small_vars A HA). rewrite !in_app_iff. right. right. now apply in_map.
    - assert (H := Hw). unfold memory_ok in H. rewrite !andb_true_iff in H. destruct H as ((_ & H) & _).
      rewrite forallb_forall in H. specialize (H g Hin). cbn beta in H. rewrite Hv in H. discriminate H.
  Qed.

  Lemma remembered_value rem s i v : remembered w v = true -> value_with rem s i v = rem v.
  Proof.
    intros Hv. unfold value_with. rewrite eval_other by now apply remembered_no_gate.
    unfold base_with. now rewrite Hv.
  Qed.

  Lemma low_value rem s i v : v < first_gate A fl -> value_with rem s i v = value_in A obs fl more HA s i v.
  Proof.
    intros Hv. unfold value_with, value_in, step_value, all_gates. rewrite !eval_app.
    assert (Hn : ~ In v (map fst more)).
    { intros Hin. apply in_map_iff in Hin. destruct Hin as (g & Hg & Hin). assert (H := Hmore). unfold more_ok in H.
      apply andb_true_iff in H. destruct H as (_ & H). rewrite forallb_forall in H. specialize (H g Hin).
      apply Nat.leb_le in H. lia. }
    rewrite !(eval_other more) by exact Hn.
    apply (eval_agree (ands A) (fun v => v < first_gate A fl)); [| |exact Hv].
    - intros u Hu. unfold base_with. now rewrite remembered_low.
    - intros g l Hg Hl. assert (H := HA). unfold aiger_ok in H. rewrite !andb_true_iff in H. destruct H as (_ & Hs).
      rewrite forallb_forall in Hs. specialize (Hs g Hg). rewrite forallb_forall in Hs. specialize (Hs l Hl).
      unfold small in Hs. apply Nat.leb_le in Hs. unfold first_gate. lia.
  Qed.

  Lemma fair_nth_low j : j < length fl -> fst (fair_nth fl j) < first_gate A fl.
  Proof.
    intros Hj. assert (Hin : In (fair_nth fl j) fl) by (unfold fair_nth; now apply nth_In).
    assert (H := Hfl). rewrite forallb_forall in H. specialize (H _ Hin). unfold small in H. apply Nat.leb_le in H.
    unfold first_gate. lia.
  Qed.

  Lemma fair_low j : j < length fl -> fst (fair_state_lit A obs fl j) < first_gate A fl.
  Proof.
    intros Hj. unfold fair_state_lit. destruct (model_open A obs fl (fst (fair_nth fl j))).
    - cbn [fst]. unfold monitor_var, first_gate, nf. lia.
    - now apply fair_nth_low.
  Qed.

  Lemma fair_value rem y i j :
    j < length fl -> is_state_lit A obs fl more (fair_state_lit A obs fl j) = true ->
    lit_value (value_with rem y i) (fair_state_lit A obs fl j) = B M j y.
  Proof.
    intros Hj Hs. transitivity (lit_value (value_in A obs fl more HA y i) (fair_state_lit A obs fl j)).
    - unfold lit_value. now rewrite low_value by now apply fair_low.
    - etransitivity; [exact (pred_of_now A obs fl more HA _ y i Hs)|].
      exact (fair_pred A obs fl more HA Hfl Hmore j y Hj).
  Qed.

  Lemma raised_In j : j < length fl -> In (raised_gate w j) (all_gates A more).
  Proof.
    intros Hj. assert (H := Hw). unfold memory_ok in H. rewrite !andb_true_iff in H. destruct H as (_ & H).
    rewrite forallb_forall in H. specialize (H j ltac:(apply in_seq; lia)). apply existsb_exists in H.
    destruct H as (g & Hg & He). apply gate_eqb_eq in He. subst g. unfold all_gates. apply in_app_iff. now right.
  Qed.

  Lemma resolve_low a l : resolve A obs fl a = Before l -> fst a < first_gate A fl /\ fst l < first_gate A fl.
  Proof.
    assert (Hsmall : forall v, In v (latch_vars A) \/ In v (ins A) -> v < first_gate A fl).
    { intros v Hv. assert (v <= maxvar A); [|unfold first_gate; lia]. apply (small_vars A HA). rewrite !in_app_iff. tauto. }
    unfold resolve. destruct a as [v s]. destruct (v =? 0) eqn:E0.
    { intros [= <-]. apply Nat.eqb_eq in E0. subst v. cbn [fst]. unfold first_gate. lia. }
    destruct (index_of v (latch_vars A)) as [k|] eqn:El.
    { intros [= <-]. cbn [fst]. apply index_of_some in El. destruct El as (Hk & El). split.
      - apply Hsmall. left. rewrite <- El. now apply nth_In.
      - assert (fst (next_lit A k) <= maxvar A) by now apply next_lit_small. unfold first_gate. lia. }
    destruct (index_of v (ins A)) as [k|] eqn:Ei.
    { destruct (obs k); [|discriminate]. intros [= <-]. cbn [fst]. apply index_of_some in Ei. destruct Ei as (Hk & Ei). split.
      - apply Hsmall. right. rewrite <- Ei. now apply nth_In.
      - unfold fresh_var, first_gate. lia. }
    destruct ((maxvar A <? v) && (v <? maxvar A + 1 + nf fl) && _) eqn:Em; [|discriminate].
    intros [= <-]. cbn [fst]. rewrite !andb_true_iff in Em. destruct Em as ((E1 & E2) & _). apply Nat.ltb_lt in E1, E2. split.
    - unfold first_gate. lia.
    - apply fair_nth_low. unfold nf in E2. lia.
  Qed.

  Lemma resolve_same a l : resolve A obs fl a = After l -> l = a.
  Proof.
    unfold resolve. destruct a as [v s]. destruct (v =? 0); [discriminate|].
    destruct (index_of v (latch_vars A)); [discriminate|].
    destruct (index_of v (ins A)) as [k|]; [destruct (obs k); [discriminate | now intros [= <-]]|].
    destruct ((maxvar A <? v) && (v <? maxvar A + 1 + nf fl) && _); [discriminate | now intros [= <-]].
  Qed.

  Hypothesis HB : forall j, j < length fl -> is_state_lit A obs fl more (fair_state_lit A obs fl j) = true.

  Section Val.
    Variables (steps : nat -> state M * input M) (rem sel pre : nat -> bool).
    Let val := memory_val steps rem sel pre.
    Let y c := fst (steps c).
    Let i c := snd (steps c).

    Lemma memory_now c a : flit_value val (frame_now c a) = lit_value (value_with rem (y c) (i c)) a.
    Proof.
      unfold frame_now, flit_value, lit_value. destruct a as [v s]. cbn [fst snd].
      destruct (v =? 0) eqn:E; [|reflexivity]. apply Nat.eqb_eq in E. subst v. cbn [fst snd the_constant val memory_val].
      rewrite !low_value by (unfold first_gate; lia). unfold value_in. now rewrite !step_value_false.
    Qed.

    Lemma memory_aft c a :
      flit_value val (memory_frame w c true a)
      = lit_value (value_with (raise_memory rem (y c)) (next M (y c) (i c)) (i0 A obs fl HA)) a.
    Proof.
      unfold memory_frame. cbn [andb]. destruct (is_saved w (fst a)) eqn:Es.
      - rewrite memory_now. unfold lit_value. f_equal.
        assert (Hr : remembered w (fst a) = true) by (unfold remembered; now rewrite Es).
        rewrite !remembered_value by exact Hr. unfold raise_memory. destruct (is_flag w (fst a)) eqn:Ef; [|reflexivity].
        exfalso. unfold is_saved in Es. unfold is_flag in Ef. apply andb_true_iff in Es, Ef.
        destruct Es as (_ & Es). destruct Ef as (Ef & _). apply Nat.ltb_lt in Es. apply Nat.leb_le in Ef. lia.
      - destruct (is_flag w (fst a)) eqn:Ef.
        + assert (Hr : remembered w (fst a) = true) by (unfold remembered; rewrite Ef; apply orb_true_r).
          rewrite memory_now. unfold lit_value at 2. rewrite remembered_value by exact Hr. unfold raise_memory. rewrite Ef.
          assert (Hrange := Ef). unfold is_flag, flag_var in Hrange. apply andb_true_iff in Hrange.
          destruct Hrange as (H1 & H2). apply Nat.leb_le in H1. apply Nat.ltb_lt in H2.
          set (j := fst a - flag_var w 0). assert (Hj : j < length fl) by (unfold j, flag_var; lia).
          unfold lit_value at 1. cbn [fst snd].
          change (raised_var w j) with (fst (raised_gate w j)).
          rewrite (value_with_gate rem (y c) (i c) (raised_gate w j) (raised_In j Hj)).
          cbn [raised_gate snd forallb]. rewrite neg_value, (fair_value rem (y c) (i c) j Hj (HB j Hj)).
          unfold lit_value. cbn [fst snd].
          replace (flag_var w j) with (fst a) by (unfold j, flag_var; lia).
          rewrite remembered_value by exact Hr.
          destruct (rem (fst a)), (B M j (y c)), (snd a); reflexivity.
        + unfold frame_lit. destruct (resolve A obs fl a) as [l|l] eqn:Er.
          * destruct (resolve_low a l Er) as (Ha & Hl). rewrite memory_now.
            transitivity (lit_value (value_in A obs fl more HA (y c) (i c)) l);
              [unfold lit_value; now rewrite low_value|].
            transitivity (lit_value (value_in A obs fl more HA (next M (y c) (i c)) (i0 A obs fl HA)) a);
              [|unfold lit_value; now rewrite low_value].
            assert (H := resolve_after A obs fl more HA Hfl Hmore (y c) (i c) (i0 A obs fl HA) a). rewrite Er in H.
            symmetry. exact H.
          * apply resolve_same in Er. subst l. reflexivity.
    Qed.

    Lemma memory_respects : respects (all_gates A more) (memory_frame w) val.
    Proof.
      split.
      - cbn. rewrite low_value by (unfold first_gate; lia). unfold value_in. now apply step_value_false.
      - intros c f g Hg. destruct f.
        + unfold val at 1. unfold memory_val. rewrite value_with_gate by exact Hg.
          apply forallb_ext_in. intros a _. symmetry. apply memory_aft.
        + unfold val at 1. unfold memory_val. rewrite value_with_gate by exact Hg.
          apply forallb_ext_in. intros a _. symmetry. apply (memory_now c a).
    Qed.

    Lemma free_value rem' s j a : free w more a = true ->
      lit_value (value_with rem' s j) a = lit_value (value_in A obs fl more HA s j) a.
    Proof.
      unfold free. rewrite !andb_true_iff. intros (_ & Ho). apply negb_true_iff in Ho. unfold lit_value. f_equal.
      apply (opens_sound (all_gates A more) (remembered w)); [|exact Ho].
      intros v Hv. unfold base_with. now rewrite Hv.
    Qed.

    Lemma free_lit c a : free w more a = true ->
      flit_value val (frame_lit A obs fl c false a) = lit_value (value_in A obs fl more HA (y c) (i c)) a.
    Proof. intros Ha. etransitivity; [exact (memory_now c a) | now apply free_value]. Qed.

    Lemma free_now c a : is_state_lit A obs fl more a = true -> free w more a = true ->
      flit_value val (frame_lit A obs fl c false a) = pred_of A obs fl more HA a (y c).
    Proof.
      intros Hs Ha. etransitivity; [now apply free_lit|]. exact (pred_of_now A obs fl more HA a (y c) (i c) Hs).
    Qed.

    Lemma free_aft c a : free w more a = true ->
      flit_value val (frame_lit A obs fl c true a) = after (pred_of A obs fl more HA a) (y c) (i c).
    Proof.
      intros Ha. assert (Hf := Ha). unfold free in Hf. rewrite !andb_true_iff in Hf. destruct Hf as ((_ & Hr) & _).
      apply negb_true_iff in Hr. unfold remembered in Hr. apply orb_false_iff in Hr. destruct Hr as (Hs & Hfl').
      assert (He : memory_frame w c true a = frame_lit A obs fl c true a)
        by (unfold memory_frame; now rewrite Hs, Hfl').
      rewrite <- He, memory_aft. now apply free_value.
    Qed.
  End Val.
End Memory.
