(** * Steps of an elaborated circuit as valuations of CNF variables (docs/certificates.md, sections 3 and 7)

    [the_system] is the elaborated system of a circuit; [pred_of] reads a literal of a certificate as a predicate.
    [step_val] is the valuation of framed variables that belongs to steps of the system, one for each copy: it respects
    gates ([step_val_respects]), literals before the step have their value in it ([now_value]) and literals after the step
    that of their predicate in the next state ([aft_value]). [cube_completion]: a cube of step inputs that names no
    variable twice has a completion. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System Ctl Facts Rules Model Elaboration Circuit Lrat Cnf.

Section Steps.
  Variable A : aiger.
  Variable obs : nat -> bool.
  Variable fl : list aig_lit.
  Variable more : list gate.
  Hypothesis HA : aiger_ok A = true.
  Hypothesis Hfl : forallb (small A) fl = true.
  Hypothesis Hmore : more_ok A fl more = true.

  Let m := denoted A.
  Let sp := chosen_split A obs.
  Let flist := fairness_list A obs fl.

  (** ** The system *)

  Definition atom_value (a : nat) (l : latches m) (o : observed sp) : bool :=
    denoted_lit A (lit_of_number a) l (join sp o (rest sp (some_inputs m))).

  Lemma atom_value_false l o : atom_value 0 l o = false.
  Proof. unfold atom_value, denoted_lit, lit_value. simpl. now rewrite denoted_false. Qed.
  Lemma atom_value_true l o : atom_value 1 l o = true.
  Proof. unfold atom_value, denoted_lit, lit_value. simpl. now rewrite denoted_false. Qed.

  Definition the_system : system := elaborate m sp flist atom_value atom_value_false atom_value_true.
  Let M := the_system.

  Definition value_in (s : state M) (i : input M) : nat -> bool := step_value A obs fl more s i.
  Definition i0 : input M := some_input M.
  Definition s0 : state M :=
    (make_bits (length (lats A)) (fun _ => false), see sp (some_inputs m), make_bits (length flist) (fun _ => false)).

  (** A literal of the certificate as a predicate. *)
  Definition pred_of (a : aig_lit) : pred M := fun s => lit_value (value_in s i0) a.

  Definition is_state_lit (a : aig_lit) : bool := state_lit A obs fl more a.

  Lemma pred_of_now a s i : is_state_lit a = true -> lit_value (value_in s i) a = pred_of a s.
  Proof. intros Ha. now apply state_literal. Qed.

  Lemma pred_of_neg a s : pred_of (neg a) s = negb (pred_of a s).
  Proof. apply neg_value. Qed.

  Lemma is_state_neg a : is_state_lit (neg a) = is_state_lit a.
  Proof. reflexivity. Qed.

  Lemma pred_of_true s : pred_of (0, true) s = true.
  Proof. unfold pred_of, lit_value, value_in. simpl. now rewrite step_value_false. Qed.
  Lemma pred_of_false s : pred_of (0, false) s = false.
  Proof. unfold pred_of, lit_value, value_in. simpl. now rewrite step_value_false. Qed.

  Lemma pred_of_gate g s : In g more -> pred_of (fst g, false) s = forallb (fun a => pred_of a s) (snd g).
  Proof.
    intros Hg. unfold pred_of, lit_value at 1, value_in. cbn [fst snd]. rewrite xorb_false_r.
    apply (step_value_gate A obs fl more Hmore). unfold all_gates. apply in_app_iff. now right.
  Qed.

  Lemma atom_pred a s : fst (lit_of_number a) <= maxvar A -> pred_of (lit_of_number a) s = lit M a s.
  Proof.
    intros Ha. destruct s as [[l o] v]. unfold pred_of, value_in.
    change i0 with (rest sp (some_inputs m), see sp (some_inputs m)).
    now rewrite (model_literal A obs fl more HA Hmore).
  Qed.

  (** ** Constraints and fairness *)

  Lemma constraints_small a : In a (constraints A) -> fst a <= maxvar A.
  Proof.
    intros Ha. assert (H := HA). unfold aiger_ok in H. rewrite !andb_true_iff in H. destruct H as ((_ & Hc) & _).
    rewrite forallb_forall in Hc. now apply Nat.leb_le, Hc.
  Qed.

  Lemma constraints_value s i : C M s i = forallb (lit_value (value_in s i)) (constraints A).
  Proof.
    destruct s as [[l o] v], i as [u o']. cbn. apply forallb_ext_in. intros a Ha. symmetry.
    apply (model_literal A obs fl more HA Hmore). now apply constraints_small.
  Qed.

  (** [B_j]: the monitor, or the literal itself. *)
  Definition fair_state_lit (j : nat) : aig_lit :=
    if model_open A obs fl (fst (fair_nth fl j)) then (monitor_var A j, false) else fair_nth fl j.

  Lemma fair_pred j s : j < length fl -> pred_of (fair_state_lit j) s = B M j s.
  Proof.
    intros Hj. destruct s as [[l o] v]. unfold fair_state_lit.
    change (B M j (l, o, v)) with (e_B m sp flist j (l, o, v)). unfold e_B.
    change (fairness_at m flist j) with (fairness_at (denoted A) (fairness_list A obs fl) j).
    rewrite (fairness_at_nth A obs fl j Hj). cbn [monitored fair_lit].
    destruct (model_open A obs fl (fst (fair_nth fl j))) eqn:Ho.
    - unfold pred_of, lit_value, value_in. cbn [fst snd]. rewrite xorb_false_r.
      rewrite (step_value_base A obs fl more).
      2: { apply (below_gates A obs fl more HA Hmore). unfold monitor_var, first_gate, nf. lia. }
      change i0 with (rest sp (some_inputs m), see sp (some_inputs m)). unfold step_base.
      assert (Hin : forall w, In w (latch_vars A) \/ In w (ins A) -> w <= maxvar A)
        by (intros w Hw; apply (small_vars A HA); rewrite !in_app_iff; tauto).
      destruct (index_of (monitor_var A j) (latch_vars A)) as [r|] eqn:E1.
      { apply index_of_some in E1. destruct E1 as (Hr & E1).
        assert (monitor_var A j <= maxvar A); [|unfold monitor_var in *; lia].
        apply Hin. left. rewrite <- E1. now apply nth_In. }
      destruct (index_of (monitor_var A j) (ins A)) as [r|] eqn:E2.
      { apply index_of_some in E2. destruct E2 as (Hr & E2).
        assert (monitor_var A j <= maxvar A); [|unfold monitor_var in *; lia].
        apply Hin. right. rewrite <- E2. now apply nth_In. }
      assert (F1 : monitor_var A j <=? maxvar A = false) by (apply Nat.leb_gt; unfold monitor_var; lia).
      assert (F2 : monitor_var A j <? maxvar A + 1 + nf fl = true)
        by (apply Nat.ltb_lt; unfold monitor_var, nf; lia).
      rewrite F1, F2. f_equal. unfold monitor_var. lia.
    - unfold pred_of, value_in. change i0 with (rest sp (some_inputs m), see sp (some_inputs m)).
      rewrite (model_literal A obs fl more HA Hmore) by now apply (fair_nth_small A obs). reflexivity.
  Qed.

  (** ** Framed literals *)

  Definition frame_now (c : nat) (a : aig_lit) : flit :=
    if fst a =? 0 then (the_constant, snd a) else (Framed c false (fst a), snd a).

  Definition frame_lit (c : nat) (after : bool) (a : aig_lit) : flit :=
    if after then
      match resolve A obs fl a with
      | Before l => frame_now c l
      | After l => (Framed c true (fst l), snd l)
      end
    else frame_now c a.

  (** The valuation of steps, one for each copy, with any values of selectors and prefix variables. *)
  Definition step_val (steps : nat -> state M * input M) (sel pre : nat -> bool) (t : fvar) : bool :=
    match t with
    | Framed c false v => value_in (fst (steps c)) (snd (steps c)) v
    | Framed c true v => value_in (next M (fst (steps c)) (snd (steps c))) i0 v
    | Sel k => sel k
    | Pre k => pre k
    end.

  Section Val.
    Variables (steps : nat -> state M * input M) (sel pre : nat -> bool).
    Let val := step_val steps sel pre.

    Lemma now_value c a : flit_value val (frame_lit c false a) = lit_value (value_in (fst (steps c)) (snd (steps c))) a.
    Proof.
      unfold frame_lit, frame_now, flit_value, lit_value. destruct a as [v s]. cbn [fst snd].
      destruct (v =? 0) eqn:E; [|reflexivity]. apply Nat.eqb_eq in E. subst v. cbn [fst snd the_constant val step_val].
      unfold value_in. now rewrite !step_value_false.
    Qed.

    Lemma aft_value c a : flit_value val (frame_lit c true a) = after (pred_of a) (fst (steps c)) (snd (steps c)).
    Proof.
      unfold after, pred_of, value_in.
      set (s := fst (steps c)). set (i := snd (steps c)).
      change (next M s i) with (e_next (denoted A) (chosen_split A obs) (fairness_list A obs fl) s i).
      rewrite (resolve_after A obs fl more HA Hfl Hmore s i i0 a).
      unfold frame_lit. destruct (resolve A obs fl a) as [l|l].
      - exact (now_value c l).
      - reflexivity.
    Qed.

    Lemma pred_now_value c a :
      is_state_lit a = true -> flit_value val (frame_lit c false a) = pred_of a (fst (steps c)).
    Proof. intros Ha. rewrite now_value. now apply pred_of_now. Qed.

    Lemma step_val_respects : respects (all_gates A more) frame_lit val.
    Proof.
      split.
      - cbn. unfold value_in. now apply step_value_false.
      - intros c f g Hg. destruct f.
        + unfold val at 1. unfold step_val, value_in.
          rewrite (step_value_gate A obs fl more Hmore) by exact Hg.
          apply forallb_ext_in. intros a Ha. symmetry. apply aft_value.
        + unfold val at 1. unfold step_val, value_in.
          rewrite (step_value_gate A obs fl more Hmore) by exact Hg.
          apply forallb_ext_in. intros a Ha. symmetry. apply now_value.
    Qed.
  End Val.

  (** ** Cubes of step inputs *)

  Definition is_step_input (v : nat) : bool :=
    match index_of v (latch_vars A) with
    | Some _ => false
    | None =>
      match index_of v (ins A) with
      | Some k => negb (obs k)
      | None => (maxvar A + nf fl <? v) && (v <? first_gate A fl) && obs (v - (maxvar A + nf fl + 1))
      end
    end.

  (** Literals of step inputs, no variable twice. *)
  Definition cube_ok (c : list aig_lit) : bool := forallb (fun l => is_step_input (fst l)) c && nodupb (map fst c).

  Definition covers_of (c : list aig_lit) (i : input M) : bool := forallb (lit_value (value_in s0 i)) c.

  Definition cube_value (c : list aig_lit) (v : nat) : bool :=
    match find (fun l => fst l =? v) c with Some l => negb (snd l) | None => false end.

  Definition completion_of (c : list aig_lit) : input M :=
    (make_bits (length (unobserved_at A obs)) (fun r => cube_value c (nth (nth r (unobserved_at A obs) 0) (ins A) 0)),
     make_bits (length (observed_at A obs)) (fun r => cube_value c (fresh_var A fl (nth r (observed_at A obs) 0)))).

  Lemma cube_value_in c l : nodupb (map fst c) = true -> In l c -> cube_value c (fst l) = negb (snd l).
  Proof.
    intros Hnd. apply nodupb_NoDup in Hnd. unfold cube_value. induction c as [|k c IH]; intros Hin; [destruct Hin|].
    simpl in *. inversion Hnd as [|? ? Hk Hnd']; subst. destruct (fst k =? fst l) eqn:E.
    - apply Nat.eqb_eq in E. destruct Hin as [->|Hin]; [reflexivity|]. exfalso. apply Hk. rewrite E. now apply in_map.
    - destruct Hin as [->|Hin]; [now rewrite Nat.eqb_refl in E | now apply IH].
  Qed.

  Lemma step_input_not_gate v : is_step_input v = true -> ~ In v (map fst (all_gates A more)).
  Proof.
    unfold is_step_input. destruct (index_of v (latch_vars A)); [discriminate|].
    destruct (index_of v (ins A)) as [k|] eqn:E.
    - intros _. apply (named_not_gate A obs fl more HA Hmore). apply index_of_some in E. destruct E as (Hk & <-).
      apply in_app_iff. left. now apply nth_In.
    - rewrite !andb_true_iff. intros ((H1 & H2) & _). apply Nat.ltb_lt in H1, H2.
      apply (below_gates A obs fl more HA Hmore). lia.
  Qed.

  (** The value of a step input does not depend on the state. *)
  Lemma step_input_value v s s' i : is_step_input v = true -> value_in s i v = value_in s' i v.
  Proof.
    intros Hv. unfold value_in. rewrite !(step_value_base A obs fl more) by now apply step_input_not_gate.
    destruct s as [[l o] x], s' as [[l' o'] x'], i as [u o1]. unfold is_step_input in Hv. unfold step_base.
    destruct (index_of v (latch_vars A)); [discriminate|].
    destruct (index_of v (ins A)) as [k|] eqn:E.
    - apply negb_true_iff in Hv. unfold input_bit. destruct (index_of k (observed_at A obs)) as [r|] eqn:E1; [|reflexivity].
      exfalso. apply index_of_some in E1. destruct E1 as (Hr & E1).
      assert (Hin : In k (observed_at A obs)) by (rewrite <- E1; now apply nth_In).
      apply filter_In in Hin. destruct Hin. congruence.
    - rewrite !andb_true_iff in Hv. destruct Hv as ((H1 & H2) & _). apply Nat.ltb_lt in H1.
      destruct (v <=? maxvar A) eqn:F1; [reflexivity|].
      assert (F2 : v <? maxvar A + 1 + nf fl = false) by (apply Nat.ltb_ge; lia). now rewrite F2.
  Qed.

  Lemma completion_value c v : is_step_input v = true -> value_in s0 (completion_of c) v = cube_value c v.
  Proof.
    intros Hv. unfold value_in. rewrite (step_value_base A obs fl more) by now apply step_input_not_gate.
    unfold is_step_input in Hv. unfold s0, completion_of, step_base.
    destruct (index_of v (latch_vars A)); [discriminate|].
    destruct (index_of v (ins A)) as [k|] eqn:E.
    - apply negb_true_iff in Hv. apply index_of_some in E. destruct E as (Hk & E).
      unfold input_bit. destruct (index_of k (observed_at A obs)) as [r|] eqn:E1.
      { exfalso. apply index_of_some in E1. destruct E1 as (Hr & E1).
        assert (Hin : In k (observed_at A obs)) by (rewrite <- E1; now apply nth_In).
        apply filter_In in Hin. destruct Hin. congruence. }
      destruct (index_of k (unobserved_at A obs)) as [r|] eqn:E2.
      + apply index_of_some in E2. destruct E2 as (Hr & E2). rewrite bit_make_bits by exact Hr. now rewrite E2, E.
      + exfalso. apply index_of_none in E2. apply E2. apply filter_In. split; [apply in_seq; lia | now rewrite Hv].
    - rewrite !andb_true_iff in Hv. destruct Hv as ((H1 & H2) & Ho). apply Nat.ltb_lt in H1.
      assert (F1 : v <=? maxvar A = false) by (apply Nat.leb_gt; lia).
      assert (F2 : v <? maxvar A + 1 + nf fl = false) by (apply Nat.ltb_ge; lia).
      rewrite F1, F2, H2. apply Nat.ltb_lt in H2. unfold first_gate in H2.
      destruct (index_of (v - (maxvar A + nf fl + 1)) (observed_at A obs)) as [r|] eqn:E1.
      + apply index_of_some in E1. destruct E1 as (Hr & E1). rewrite bit_make_bits by exact Hr. rewrite E1.
        f_equal. unfold fresh_var. lia.
      + exfalso. apply index_of_none in E1. apply E1. apply filter_In. split; [apply in_seq; lia | exact Ho].
  Qed.

  Theorem cube_completion c : cube_ok c = true -> covers_of c (completion_of c) = true.
  Proof.
    unfold cube_ok. rewrite andb_true_iff. intros (Hs & Hnd). apply forallb_forall. intros l Hl.
    rewrite forallb_forall in Hs. specialize (Hs l Hl). unfold lit_value.
    rewrite (completion_value c _ Hs), (cube_value_in c l Hnd Hl). now destruct (snd l).
  Qed.

  Lemma covers_value c s i : cube_ok c = true -> covers_of c i = forallb (lit_value (value_in s i)) c.
  Proof.
    unfold cube_ok. rewrite andb_true_iff. intros (Hs & _). apply forallb_ext_in. intros l Hl.
    rewrite forallb_forall in Hs. unfold lit_value. f_equal. apply step_input_value. now apply Hs.
  Qed.

  (** An entry of a list: a guard and a cube. *)
  Record entry := Entry { entry_guard : aig_lit; entry_cube : list aig_lit }.

  Definition cube_of (c : list aig_lit) : cube M :=
    match bool_dec (covers_of c (completion_of c)) true with
    | left H => Cube M (covers_of c) (completion_of c) H
    | right _ => no_cube M
    end.

  Definition choice_of (e : entry) : choice M := Choice M (pred_of (entry_guard e)) (cube_of (entry_cube e)).

  Lemma cube_of_covers c i s : cube_ok c = true -> covers M (cube_of c) i = forallb (lit_value (value_in s i)) c.
  Proof.
    intros Hc. unfold cube_of. destruct (bool_dec (covers_of c (completion_of c)) true) as [H|H].
    - cbn. now apply covers_value.
    - exfalso. apply H. now apply cube_completion.
  Qed.
End Steps.
