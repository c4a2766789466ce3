(** * The obligations are what the rules demand (docs/certificates.md, sections 3 and 7)

    If the CNFs that [Generate] writes for a fact are unsatisfiable, the obligation of its rule holds, and so the bound that
    it hands on is a true fact. Here: verdicts, EX, EU, EG lower, Boolean nodes. [Blocks] has EG upper. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System Ctl Tau Facts Rules Model Elaboration Circuit Lrat Cnf Steps Memory Generate.

Section Obligations.
  Variable A : aiger.
  Variable obs : nat -> bool.
  Variable fl : list aig_lit.
  Variable more : list gate.
  Hypothesis HA : aiger_ok A = true.
  Hypothesis Hfl : forallb (small A) fl = true.
  Hypothesis Hmore : more_ok A fl more = true.

  Definition sys : system := the_system A obs fl HA.
  Let M := sys.
  Definition P_of : aig_lit -> pred M := pred_of A obs fl more HA.
  Definition st (a : aig_lit) : bool := is_state_lit A obs fl more a.
  Let val := step_val A obs fl more HA.
  Let frame := frame_lit A obs fl.

  Definition discharged (o : obligation) : Prop :=
    exists f, cnf_of (all_gates A more) (frame_of A obs fl o) o = Some f /\ unsatisfiable f.

  (** ** What a writer that was believed has shown *)

  Definition believed (w : written) : Prop :=
    incl (w_gates w) more /\ Forall discharged (w_obligations w) /\ Forall (fun l => st l = true) (w_needs w) /\
    Forall (fun x => free A obs fl (fst x) more (snd x) = true) (w_free w).

  Definition spec {T} (m : writer T) (Post : T -> Prop) : Prop :=
    forall n x n' w, m n = Some (x, n', w) -> believed w -> Post x.

  Lemma spec_bind {S T} (m : writer S) (k : S -> writer T) (P : S -> Prop) (Q : T -> Prop) :
    spec m P -> (forall x, P x -> spec (k x) Q) -> spec (bind m k) Q.
  Proof.
    intros Hm Hk n y n' w Hb Hw. unfold bind in Hb. destruct (m n) as [[[x n1] w1]|] eqn:E; [|discriminate].
    destruct (k x n1) as [[[y' n2] w2]|] eqn:E'; [|discriminate]. injection Hb as <- <- <-.
    destruct Hw as (Hg & Ho & Hn & Hfr). simpl in *.
    assert (H1 : believed w1).
    { split; [|split; [|split]].
      - intros g Hin. apply Hg, in_app_iff. now left.
      - apply Forall_app in Ho. tauto.
      - apply Forall_app in Hn. tauto.
      - apply Forall_app in Hfr. tauto. }
    assert (H2 : believed w2).
    { split; [|split; [|split]].
      - intros g Hin. apply Hg, in_app_iff. now right.
      - apply Forall_app in Ho. tauto.
      - apply Forall_app in Hn. tauto.
      - apply Forall_app in Hfr. tauto. }
    exact (Hk x (Hm _ _ _ _ E H1) _ _ _ _ E' H2).
  Qed.

  Lemma spec_ret {T} (x : T) (P : T -> Prop) : P x -> spec (ret x) P.
  Proof. intros H n y n' w [= <- _ _] _. exact H. Qed.

  Lemma spec_check b : spec (check b) (fun _ => b = true).
  Proof. intros n x n' w H _. unfold check in H. now destruct b. Qed.

  Lemma spec_need l : spec (need l) (fun _ => forall a, In a l -> st a = true).
  Proof. intros n x n' w [= _ _ <-] (_ & _ & Hn & _). now rewrite Forall_forall in Hn. Qed.

  Lemma spec_need_free w0 l : spec (need_free w0 l) (fun _ => forall a, In a l -> free A obs fl w0 more a = true).
  Proof.
    intros n x n' w [= _ _ <-] (_ & _ & _ & Hfr) a Ha. cbn [w_free] in Hfr. rewrite Forall_forall in Hfr.
    exact (Hfr (w0, a) (in_map (pair w0) l a Ha)).
  Qed.

  Lemma spec_oblige o : spec (oblige o) (fun _ => discharged o).
  Proof. intros n x n' w [= _ _ <-] (_ & Ho & _). now inversion Ho. Qed.

  Lemma spec_gate args : spec (new_gate args) (fun l => st l = true /\ forall s, P_of l s = forallb (fun a => P_of a s) args).
  Proof.
    intros n x n' w [= <- _ <-] (Hg & _ & Hn & _). simpl in *. split; [now inversion Hn|].
    intros s. apply (pred_of_gate A obs fl more HA Hmore (n, args)). apply Hg. now left.
  Qed.

  (** ** Refuted cases *)

  Lemma in_numbered j c cases : forall k0,
    In (j, c) (numbered_cases k0 cases) ->
    exists k cs, j = Some (k0 + k) /\ nth_error cases k = Some cs /\ In c cs.
  Proof.
    induction cases as [|cs cases IH]; intros k0 Hin; [destruct Hin|]. simpl in Hin. apply in_app_iff in Hin.
    destruct Hin as [Hin|Hin].
    - apply in_map_iff in Hin. destruct Hin as (cl & [= <- <-] & Hin). exists 0, cs. rewrite Nat.add_0_r. auto.
    - destruct (IH (S k0) Hin) as (k & cs' & -> & Hk & Hc). exists (S k), cs'.
      split; [f_equal; lia | now split].
  Qed.

  Lemma simple_refuted context cases case steps :
    discharged (simple context cases) -> In case cases ->
    (forall sel pre, forallb (fclause_true (val steps sel pre)) context = true) ->
    (forall sel pre, forallb (fclause_true (val steps sel pre)) case = true) -> False.
  Proof.
    intros (f & Hf & Hu) Hin Hctx Hcase. apply In_nth_error in Hin. destruct Hin as (k & Hk).
    assert (Hlt : k < length cases) by (apply nth_error_Some; congruence).
    set (sel := fun j => j =? k). set (pre := fun _ : nat => false).
    specialize (Hctx sel pre). specialize (Hcase sel pre). rewrite forallb_forall in Hctx, Hcase.
    apply (case_refuted (all_gates A more) frame (simple context cases) f (val steps sel pre) k Hf Hu).
    - apply (step_val_respects A obs fl more HA Hfl Hmore).
    - exact Hlt.
    - reflexivity.
    - intros c Hc. cbn [simple ob_clauses] in Hc. apply in_app_iff in Hc. destruct Hc as [Hc|Hc].
      + apply in_map_iff in Hc. destruct Hc as (c' & [= <-] & Hc). now apply Hctx.
      + apply in_numbered in Hc. destruct Hc as (k' & cs & H & _). discriminate H.
    - intros c Hc. cbn [simple ob_clauses] in Hc. apply in_app_iff in Hc. destruct Hc as [Hc|Hc].
      + apply in_map_iff in Hc. destruct Hc as (c' & H & _). discriminate H.
      + apply in_numbered in Hc. destruct Hc as (k' & cs & [= H] & Hk' & Hc). subst k'.
        rewrite Hk in Hk'. injection Hk' as <-. now apply Hcase.
    - intros j c Hc Hone. cbn [simple ob_clauses ob_cases] in *. apply in_app_iff in Hc. destruct Hc as [Hc|Hc].
      + apply in_map_iff in Hc. destruct Hc as (c' & H & _). discriminate H.
      + apply in_numbered in Hc. destruct Hc as (k' & cs & [= H] & Hk' & Hc). subst k'.
        assert (j < length cases) by (apply nth_error_Some; congruence). lia.
  Qed.

  Lemma units_true v l : forallb (fclause_true v) (units l) = forallb (flit_value v) l.
  Proof.
    induction l as [|x l IH]; [reflexivity|]. simpl. rewrite IH. unfold fclause_true. simpl. now rewrite orb_false_r.
  Qed.

  Section OneStep.
    Variables (y : state M) (i : input M) (sel pre : nat -> bool).
    Let v := val (fun _ => (y, i)) sel pre.

    Lemma now_pred c a : st a = true -> flit_value v (frame c false a) = P_of a y.
    Proof. intros Ha. exact (pred_now_value A obs fl more HA Hmore (fun _ => (y, i)) sel pre c a Ha). Qed.

    Lemma now_lit c a : flit_value v (frame c false a) = lit_value (value_in A obs fl more HA y i) a.
    Proof. exact (now_value A obs fl more HA Hmore (fun _ => (y, i)) sel pre c a). Qed.

    Lemma aft_pred c a : flit_value v (frame c true a) = after (P_of a) y i.
    Proof. exact (aft_value A obs fl more HA Hfl Hmore (fun _ => (y, i)) sel pre c a). Qed.
  End OneStep.

  Lemma P_neg a s : P_of (neg a) s = negb (P_of a s).
  Proof. apply pred_of_neg. Qed.
  Lemma after_neg a y i : after (P_of (neg a)) y i = negb (after (P_of a) y i).
  Proof. apply pred_of_neg. Qed.
  Lemma st_neg a : st (neg a) = st a.
  Proof. reflexivity. Qed.

  Let one : aig_lit := (0, true).
  Let zero : aig_lit := (0, false).

  Lemma P_one s : P_of one s = true.
  Proof. now apply pred_of_true. Qed.
  Lemma P_zero s : P_of zero s = false.
  Proof. now apply pred_of_false. Qed.

  (** ** Initial states *)

  Lemma initial_lits_true y i a :
    initial M y = true -> In a (initial_lits A obs fl) -> lit_value (value_in A obs fl more HA y i) a = true.
  Proof.
    destruct y as [[l o] v]. intros HI Ha.
    change (e_initial (denoted A) (chosen_split A obs) (fairness_list A obs fl) (l, o, v) = true) in HI.
    unfold e_initial in HI. apply andb_true_iff in HI. destruct HI as (Hr & Hm).
    unfold initial_lits in Ha. apply in_app_iff in Ha. unfold value_in, lit_value. destruct Ha as [Ha|Ha].
    - apply in_concat in Ha. destruct Ha as (ls & Hls & Ha). apply in_map_iff in Hls. destruct Hls as (la & <- & Hla).
      destruct (latch_reset la) as [b|] eqn:Hb; [|destruct Ha]. destruct Ha as [<-|[]]. cbn [fst snd].
      apply (In_nth _ _ la) in Hla. destruct Hla as (k & Hk & Hn).
      assert (Hv : nth k (latch_vars A) 0 = latch_var la).
      { unfold latch_vars. rewrite (nth_indep _ 0 (latch_var la)) by now rewrite map_length. now rewrite map_nth, Hn. }
      assert (Hlen : k < length (latch_vars A)) by (unfold latch_vars; now rewrite map_length).
      assert (Hnd : NoDup (latch_vars A)).
      { assert (H := HA). unfold aiger_ok in H. rewrite !andb_true_iff in H. destruct H as ((((Hnd & _) & _) & _) & _).
        apply nodupb_NoDup in Hnd. inversion Hnd as [|? ? _ Hnd']; subst. clear - Hnd'.
        induction (ins A) as [|w l IH]; simpl in *.
        - clear - Hnd'. induction (latch_vars A) as [|w l IH]; [constructor|]. simpl in Hnd'. inversion Hnd'; subst.
          constructor; [|now apply IH]. intros Hw. apply H1. apply in_app_iff. now left.
        - inversion Hnd'; subst. now apply IH. }
      rewrite (step_value_base A obs fl more).
      2: { apply (named_not_gate A obs fl more HA Hmore). rewrite in_app_iff. right. rewrite <- Hv. now apply nth_In. }
      destruct i as [u o']. unfold step_base. rewrite <- Hv, (index_of_nth _ k Hnd Hlen).
      change (denoted_reset A l = true) in Hr. unfold denoted_reset in Hr. rewrite forallb_forall in Hr.
      specialize (Hr k ltac:(apply in_seq; lia)).
      rewrite (nth_indep _ None (latch_reset la)) in Hr by now rewrite map_length.
      rewrite map_nth, Hn, Hb in Hr. apply eqb_prop in Hr. rewrite Hr. now destruct b.
    - apply in_concat in Ha. destruct Ha as (ls & Hls & Ha). apply in_map_iff in Hls. destruct Hls as (j & <- & Hj).
      apply in_seq in Hj. destruct (model_open A obs fl (fst (fair_nth fl j))) eqn:Ho; [|destruct Ha].
      destruct Ha as [<-|[]]. cbn [fst snd].
      assert (HBj := fair_pred A obs fl more HA Hfl Hmore j (l, o, v) ltac:(lia)).
      unfold fair_state_lit in HBj. rewrite Ho in HBj.
      assert (Hbit : B M j (l, o, v) = bit v j).
      { change (B M j (l, o, v)) with (e_B (denoted A) (chosen_split A obs) (fairness_list A obs fl) j (l, o, v)).
        unfold e_B. rewrite (fairness_at_nth A obs fl j) by (unfold nf; lia). cbn [monitored]. now rewrite Ho. }
      assert (Hz : bit v j = false).
      { rewrite forallb_forall in Hm. apply negb_true_iff, Hm, in_seq. unfold fairness_list. rewrite map_length. lia. }
      rewrite <- Hbit in Hz. unfold M, sys in Hz. rewrite <- HBj in Hz.
      (* a monitor is no gate: its value does not depend on the inputs *)
      unfold pred_of, lit_value, value_in in Hz. cbn [fst snd] in Hz. rewrite xorb_false_r in Hz.
      assert (Hng : ~ In (monitor_var A j) (map fst (all_gates A more)))
        by (apply (below_gates A obs fl more HA Hmore); unfold monitor_var, first_gate, nf; lia).
      rewrite (step_value_base A obs fl more) in Hz by exact Hng.
      rewrite (step_value_base A obs fl more) by exact Hng.
      assert (Hsame : forall i1 i2 : input M, step_base A obs fl (l, o, v) i1 (monitor_var A j)
                        = step_base A obs fl (l, o, v) i2 (monitor_var A j)).
      { intros [u1 o1] [u2 o2]. unfold step_base. destruct (index_of (monitor_var A j) (latch_vars A)); [reflexivity|].
        destruct (index_of (monitor_var A j) (ins A)) as [r|] eqn:E.
        - exfalso. apply index_of_some in E. destruct E as (Hr' & E).
          assert (monitor_var A j <= maxvar A); [|unfold monitor_var in *; lia].
          apply (small_vars A HA). rewrite !in_app_iff. left. rewrite <- E. now apply nth_In.
        - assert (F1 : monitor_var A j <=? maxvar A = false) by (apply Nat.leb_gt; unfold monitor_var; lia).
          assert (F2 : monitor_var A j <? maxvar A + 1 + nf fl = true)
            by (apply Nat.ltb_lt; unfold monitor_var, nf; lia).
          now rewrite F1, F2. }
      rewrite (Hsame i (i0 A obs fl HA)), Hz. reflexivity.
  Qed.

  (** ** The rules *)

  Variables R Cl : aig_lit.
  Hypothesis HRs : st R = true.
  Hypothesis Hone : st one = true.
  Hypothesis HB : forall j, j < length fl -> st (fair_state_lit A obs fl j) = true.
  Hypothesis HC : forall s i, lit_value (value_in A obs fl more HA s i) Cl = C M s i.

  Lemma HBv j s : j < length fl -> P_of (fair_state_lit A obs fl j) s = B M j s.
  Proof. intros Hj. exact (fair_pred A obs fl more HA Hfl Hmore j s Hj). Qed.

  Lemma now_C y i sel pre c : flit_value (val (fun _ => (y, i)) sel pre) (frame c false Cl) = C M y i.
  Proof. rewrite now_lit. apply HC. Qed.
  Lemma now_negC y i sel pre c : flit_value (val (fun _ => (y, i)) sel pre) (frame c false (neg Cl)) = negb (C M y i).
  Proof. rewrite now_lit, neg_value. f_equal. apply HC. Qed.

  Ltac values :=
    rewrite ?forallb_app, ?units_true; unfold fclause_true; cbn [forallb existsb];
    fold frame; rewrite ?now_C, ?now_negC, ?aft_pred, ?after_neg;
    rewrite ?now_pred by (rewrite ?st_neg; assumption); rewrite ?P_neg.

  Ltac refute_with Hd :=
    intros; apply not_true_is_false; intros Hcase; rewrite ?andb_true_iff in Hcase;
    repeat match goal with H : _ /\ _ |- _ => destruct H end;
    repeat match goal with H : negb _ = true |- _ => apply negb_true_iff in H end;
    eapply (simple_refuted _ _ _ (fun _ => (_, _)) Hd).

  Theorem invariant_written : discharged (invariant_obligation A obs fl R Cl) -> invariant_ok (P_of R).
  Proof.
    intros Hd. split.
    - intros y. apply not_true_is_false. intros Hcase. apply andb_true_iff in Hcase. destruct Hcase as (HI & HR).
      apply negb_true_iff in HR.
      apply (simple_refuted _ _ _ (fun _ => (y, some_input M)) Hd (or_introl eq_refl)); intros sel pre; [reflexivity|].
      fold frame. rewrite units_true, forallb_app. apply andb_true_iff. split.
      + apply forallb_forall. intros x Hx. apply in_map_iff in Hx. destruct Hx as (a & <- & Ha).
        fold frame. rewrite now_lit. now apply initial_lits_true.
      + cbn [forallb]. fold frame. rewrite now_pred, P_neg, HR by (rewrite ?st_neg; assumption). reflexivity.
    - intros y i. apply not_true_is_false. intros Hcase. rewrite !andb_true_iff in Hcase.
      destruct Hcase as ((HR & HCy) & HN). apply negb_true_iff in HN.
      apply (simple_refuted _ _ _ (fun _ => (y, i)) Hd (or_intror (or_introl eq_refl))); intros sel pre; [reflexivity|].
      values. now rewrite HR, HCy, HN.
  Qed.

  Theorem holds_written Q : st Q = true -> discharged (holds_obligation A obs fl Q) -> holds_ok M (P_of Q).
  Proof.
    intros HQ Hd y. apply not_true_is_false. intros Hcase. apply andb_true_iff in Hcase. destruct Hcase as (HI & HR).
    apply negb_true_iff in HR.
    apply (simple_refuted _ _ _ (fun _ => (y, some_input M)) Hd (or_introl eq_refl)); intros sel pre; [reflexivity|].
    fold frame. rewrite units_true, forallb_app. apply andb_true_iff. split.
    - apply forallb_forall. intros x Hx. apply in_map_iff in Hx. destruct Hx as (a & <- & Ha).
      fold frame. rewrite now_lit. now apply initial_lits_true.
    - cbn [forallb]. fold frame. rewrite now_pred, P_neg, HR by (rewrite ?st_neg; assumption). reflexivity.
  Qed.

  Theorem bad_written bad :
    fst bad <= maxvar A -> discharged (bad_obligation A obs fl R Cl bad) ->
    bad_ok M (P_of R) (e_literal (denoted A) (chosen_split A obs) (fairness_list A obs fl) (denoted_lit A bad)).
  Proof.
    intros Hsmall Hd y i. apply not_true_is_false. intros Hcase. rewrite !andb_true_iff in Hcase.
    destruct Hcase as ((HR & HCy) & Hb).
    apply (simple_refuted _ _ _ (fun _ => (y, i)) Hd (or_introl eq_refl)); intros sel pre; [reflexivity|].
    values. rewrite HR, HCy. rewrite now_lit. destruct y as [[l o] v], i as [u o'].
    unfold value_in. rewrite (model_literal A obs fl more HA Hmore) by exact Hsmall.
    unfold e_literal in Hb. cbn [fst] in Hb. unfold join in Hb. cbn in Hb. cbn. now rewrite Hb.
  Qed.

  Theorem ex_upper_written P Q :
    st Q = true ->
    discharged (simple (units [frame 0 false R]) [units [frame 0 false Cl; frame 0 true P; frame 0 false (neg Q)]]) ->
    ex_upper_ok M (P_of R) (P_of P) (P_of Q).
  Proof.
    intros HQ Hd y i. apply not_true_is_false. intros Hcase. rewrite !andb_true_iff in Hcase.
    destruct Hcase as (((HR & HCy) & HP) & HQy). apply negb_true_iff in HQy.
    apply (simple_refuted _ _ _ (fun _ => (y, i)) Hd (or_introl eq_refl)); intros sel pre; values.
    - now rewrite HR.
    - now rewrite HCy, HP, HQy.
  Qed.

  Theorem eu_upper_written P S Q :
    st P = true -> st S = true -> st Q = true ->
    discharged (simple (units [frame 0 false R])
      [units [frame 0 false S; frame 0 false (neg Q)];
       units [frame 0 false P; frame 0 false Cl; frame 0 true Q; frame 0 false (neg Q)]]) ->
    eu_upper_ok M (P_of R) (P_of P) (P_of S) (P_of Q).
  Proof.
    intros HP HS HQ Hd. split.
    - intros y. apply not_true_is_false. intros Hcase. rewrite !andb_true_iff in Hcase.
      destruct Hcase as ((HR & HSy) & HQy). apply negb_true_iff in HQy.
      apply (simple_refuted _ _ _ (fun _ => (y, some_input M)) Hd (or_introl eq_refl)); intros sel pre; values.
      + now rewrite HR.
      + now rewrite HSy, HQy.
    - intros y i. apply not_true_is_false. intros Hcase. rewrite !andb_true_iff in Hcase.
      destruct Hcase as ((((HR & HPy) & HCy) & HQN) & HQy). apply negb_true_iff in HQy.
      apply (simple_refuted _ _ _ (fun _ => (y, i)) Hd (or_intror (or_introl eq_refl))); intros sel pre; values.
      + now rewrite HR.
      + now rewrite HPy, HCy, HQN, HQy.
  Qed.

  (** ** Entries *)

  Definition choice_in : entry -> choice M := choice_of A obs fl more HA.

  Definition entry_good (e : entry) : Prop := st (entry_guard e) = true /\ cube_ok A obs fl (entry_cube e) = true.

  Lemma spec_entries l : spec (entries A obs fl l) (fun _ => Forall entry_good l).
  Proof.
    unfold entries. eapply spec_bind; [apply spec_need|]. intros unit_ Hn; cbn beta in Hn; clear unit_.
    intros n z n' w H Hw. assert (Hck := spec_check _ _ _ _ _ H Hw). cbn beta in Hck. rewrite forallb_forall in Hck.
    apply Forall_forall. intros e He. split; [apply Hn; now apply in_map | now apply Hck].
  Qed.

  (** The literals of an entry are true where its guard and its cube are. *)
  Lemma entry_lits_true e y i sel pre :
    entry_good e -> guard M (choice_in e) y = true -> covers M (by_input M (choice_in e)) i = true ->
    forallb (flit_value (val (fun _ => (y, i)) sel pre)) (entry_lits A obs fl e) = true.
  Proof.
    intros (Hs & Hc) Hg Hcov. unfold entry_lits. cbn [forallb]. fold frame. rewrite now_pred by exact Hs.
    change (P_of (entry_guard e) y) with (guard M (choice_in e) y). rewrite Hg. simpl.
    assert (Hlits : forallb (lit_value (value_in A obs fl more HA y i)) (entry_cube e) = true)
      by (rewrite <- (cube_of_covers A obs fl more HA Hmore (entry_cube e) i y Hc); exact Hcov).
    apply forallb_forall. intros x Hx. apply in_map_iff in Hx. destruct Hx as (a & <- & Ha).
    change (flit_value (val (fun _ => (y, i)) sel pre) (frame 0 false a) = true).
    rewrite now_lit. rewrite forallb_forall in Hlits. now apply Hlits.
  Qed.

  Lemma choices_written Q P l context cases :
    st Q = true -> Forall entry_good l -> context = units [frame 0 false R] ->
    discharged (simple context cases) -> incl (choice_cases A obs fl Cl Q P l) cases ->
    choices_ok M (P_of R) (P_of Q) (P_of P) (map choice_in l).
  Proof.
    intros HQ Hl -> Hd Hin. unfold choice_cases in Hin. split.
    - apply Forall_forall. intros c Hc. apply in_map_iff in Hc. destruct Hc as (e & <- & He).
      rewrite Forall_forall in Hl. specialize (Hl e He).
      intros y i. apply not_true_is_false. intros Hcase. rewrite !andb_true_iff in Hcase.
      destruct Hcase as ((((HR & HQy) & Hg) & Hcov) & Hbad). apply negb_true_iff in Hbad.
      eapply (simple_refuted _ _ _ (fun _ => (y, i)) Hd).
      + apply Hin, in_app_iff. left. apply in_map_iff. exists e. split; [reflexivity | exact He].
      + intros sel pre. values. now rewrite HR.
      + intros sel pre. unfold choice_case. rewrite forallb_app, units_true. cbn [forallb].
        rewrite (entry_lits_true e y i sel pre Hl Hg Hcov). values. rewrite HQy. cbn [andb].
        apply andb_false_iff in Hbad. destruct Hbad as [-> | ->]; cbn [andb orb negb]; now rewrite ?orb_true_r.
    - intros y. apply not_true_is_false. intros Hcase. rewrite !andb_true_iff in Hcase.
      destruct Hcase as ((HR & HQy) & Hno). apply negb_true_iff in Hno.
      eapply (simple_refuted _ _ _ (fun _ => (y, some_input M)) Hd).
      + apply Hin, in_app_iff. right. left. reflexivity.
      + intros sel pre. values. now rewrite HR.
      + intros sel pre. rewrite units_true. cbn [forallb]. fold frame. rewrite now_pred, HQy by exact HQ. cbn [andb].
        apply forallb_forall. intros x Hx. apply in_map_iff in Hx. destruct Hx as (e & <- & He). fold frame.
        rewrite Forall_forall in Hl. destruct (Hl e He) as (Hs & _).
        rewrite now_pred, P_neg by (rewrite st_neg; exact Hs). apply negb_true_iff.
        unfold some_guard in Hno. destruct (P_of (entry_guard e) y) eqn:E; [|reflexivity].
        assert (existsb (fun c => guard M c y) (map choice_in l) = true); [|congruence].
        apply existsb_exists. exists (choice_in e). split; [now apply in_map | exact E].
  Qed.

  (** ** Ranked lists *)

  (** The list in its order, the base growing. *)
  Fixpoint ranks_forward (K P base : pred M) (l : list (choice M)) : Prop :=
    match l with
    | [] => True
    | c :: l =>
      impossible (fun y i => P_of R y && K y && guard M c y && covers M (by_input M c) i && negb (base y)
                             && negb (P y && C M y i && after K y i && after base y i))
      /\ ranks_forward K P (p_or base (guard M c)) l
    end.

  Lemma E_app base l c : E M base (l ++ [c]) = E M (p_or base (guard M c)) l.
  Proof. induction l as [|d l IH]; [reflexivity|]. simpl. now rewrite IH. Qed.

  Lemma ranks_forward_ok K P l : forall base,
    ranks_forward K P base l -> ranks_ok M (P_of R) K P base l.
  Proof.
    unfold ranks_ok. induction l as [|c l IH]; intros base H; [exact I|]. destruct H as (Hc & Hl). simpl.
    specialize (IH _ Hl). clear Hl. revert IH. generalize (rev l). intros r IH.
    induction r as [|d r IHr]; [split; [exact Hc | exact I]|]. destruct IH as (Hd & Hr). simpl. split; [|now apply IHr].
    intros y i. specialize (Hd y i). cbn beta in *. now rewrite E_app.
  Qed.

  Lemma ranks_forward_ext K P l : forall base base',
    (forall y, base y = base' y) -> ranks_forward K P base l -> ranks_forward K P base' l.
  Proof.
    induction l as [|c l IH]; intros base base' He H; [exact I|]. destruct H as (Hc & Hl). split.
    - intros y i. specialize (Hc y i). cbn beta in *. unfold after in *. now rewrite <- !He.
    - apply IH with (p_or base (guard M c)); [|exact Hl]. intros y. unfold p_or. now rewrite He.
  Qed.

  (** What the cases of a list say, once some obligation with them is discharged. *)
  Lemma spec_ranks P K l : forall base,
    st P = true -> st K = true -> st base = true -> Forall entry_good l ->
    spec (rank_cases A obs fl Cl base P K l) (fun r =>
      st (snd r) = true /\
      (forall s, P_of (snd r) s = E_n M (P_of base) (map choice_in l) s) /\
      forall cases, incl (fst r) cases -> discharged (simple (units [frame 0 false R]) cases) ->
        ranks_forward (P_of K) (P_of P) (P_of base) (map choice_in l)).
  Proof.
    induction l as [|e l IH]; intros base HP HK Hbase Hl; cbn [rank_cases].
    { apply spec_ret. repeat split; auto. }
    inversion Hl as [|? ? He Hl']; subst.
    eapply spec_bind; [apply spec_gate|]. intros g (Hg & Hgv).
    assert (Hor : forall s, P_of (neg g) s = p_or (P_of base) (guard M (choice_in e)) s).
    { intros s. rewrite P_neg, Hgv. cbn [forallb]. rewrite !P_neg. unfold p_or.
      change (guard M (choice_in e) s) with (P_of (entry_guard e) s).
      now destruct (P_of base s), (P_of (entry_guard e) s). }
    eapply spec_bind; [apply (IH (neg g) HP HK Hg Hl')|]. intros r (Hr & Hrv & Hrc). apply spec_ret. cbn [fst snd].
    split; [exact Hr|]. split.
    - intros s. rewrite Hrv. unfold E_n. cbn [map rev]. rewrite E_app.
      clear - Hor. generalize (rev (map choice_in l)). intros q. induction q as [|c q IH]; [apply Hor|].
      simpl. unfold p_or. now rewrite IH.
    - intros cases Hin Hd. cbn [map ranks_forward]. split.
      + intros y i. apply not_true_is_false. intros Hcase. rewrite !andb_true_iff in Hcase.
        destruct Hcase as (((((HR & HKy) & Hgy) & Hcov) & HEy) & Hbad). apply negb_true_iff in HEy, Hbad.
        eapply (simple_refuted _ _ _ (fun _ => (y, i)) Hd).
        * apply Hin. left. reflexivity.
        * intros sel pre. values. now rewrite HR.
        * intros sel pre. unfold rank_case. rewrite forallb_app, units_true. cbn [forallb]. rewrite forallb_app.
          rewrite (entry_lits_true e y i sel pre He Hgy Hcov). values. rewrite HKy, HEy. cbn [andb].
          rewrite !andb_false_iff in Hbad. destruct Hbad as [[[-> | ->]| ->]| ->]; cbn [andb orb negb]; now rewrite ?orb_true_r.
      + apply ranks_forward_ext with (P_of (neg g)); [exact Hor|]. apply (Hrc cases); [|exact Hd].
        intros c Hc. apply Hin. now right.
  Qed.

  (** ** Lassos *)

  Definition lasso_in (L : c_lasso) : lasso M := Lasso M (map choice_in (cl_steps L)) (cl_at L).

  Lemma lasso_step_in L t : t < length (cl_steps L) ->
    lasso_step M (lasso_in L) t = choice_in (lasso_entry L t).
  Proof.
    intros Ht. unfold lasso_step, lasso_entry. cbn [lasso_in lasso_steps].
    rewrite (nth_indep _ _ (choice_in (Entry (0, false) []))) by now rewrite map_length. now rewrite map_nth.
  Qed.

  Lemma spec_lasso P L :
    st P = true ->
    spec (lasso_cases A obs fl Cl P L) (fun r => forall cases, incl r cases ->
      discharged (simple (units [frame 0 false R]) cases) -> lasso_ok M (P_of R) (P_of P) (lasso_in L)).
  Proof.
    intros HP. unfold lasso_cases. eapply spec_bind; [apply spec_entries|]. intros unit_ Hl; cbn beta in Hl; clear unit_.
    eapply spec_bind; [apply spec_check|]. intros unit_ Hck; cbn beta in Hck; clear unit_. rewrite !andb_true_iff in Hck.
    destruct Hck as ((Hpos & Hlen) & Hat). apply Nat.ltb_lt in Hpos. apply Nat.eqb_eq in Hlen.
    apply spec_ret. intros cases Hin Hd.
    assert (Hll : lasso_length M (lasso_in L) = length (cl_steps L)) by (unfold lasso_length; apply map_length).
    assert (Hgood : forall t, t < length (cl_steps L) -> entry_good (lasso_entry L t)).
    { intros t Ht. rewrite Forall_forall in Hl. apply Hl. now apply nth_In. }
    split; [now rewrite Hll|]. split.
    - intros t Ht. rewrite Hll in *. intros y i. apply not_true_is_false. intros Hcase. rewrite !andb_true_iff in Hcase.
      assert (Hnext : S t mod length (cl_steps L) < length (cl_steps L)) by (apply Nat.mod_upper_bound; lia).
      rewrite !lasso_step_in in Hcase by assumption.
      destruct Hcase as (((HR & Hg) & Hcov) & Hbad). apply negb_true_iff in Hbad.
      eapply (simple_refuted _ _ _ (fun _ => (y, i)) Hd).
      + apply Hin, in_app_iff. left. apply in_map_iff. exists t. split; [reflexivity | apply in_seq; lia].
      + intros sel pre. values. now rewrite HR.
      + intros sel pre. unfold lasso_case. rewrite forallb_app, units_true.
        rewrite (entry_lits_true _ y i sel pre (Hgood t Ht) Hg Hcov). values. cbn [andb].
        change (after (guard M (choice_in (lasso_entry L (S t mod length (cl_steps L))))) y i)
          with (after (P_of (entry_guard (lasso_entry L (S t mod length (cl_steps L))))) y i) in Hbad.
        rewrite !andb_false_iff in Hbad. destruct Hbad as [[-> | ->]| ->]; cbn [andb orb negb]; now rewrite ?orb_true_r.
    - intros j Hj. assert (Hjf : j < length fl) by (cbn in Hj; unfold fairness_list in Hj; now rewrite map_length in Hj).
      assert (Ht : nth j (cl_at L) 0 < length (cl_steps L)).
      { rewrite forallb_forall in Hat. apply Nat.ltb_lt, Hat. apply nth_In. lia. }
      split; [cbn [lasso_in lasso_at]; now rewrite Hll|].
      intros y. cbn [lasso_in lasso_at] in *. fold (lasso_in L). apply not_true_is_false. intros Hcase.
      rewrite !andb_true_iff in Hcase. rewrite lasso_step_in in Hcase by exact Ht.
      destruct Hcase as ((HR & Hg) & HBj). apply negb_true_iff in HBj. rewrite <- HBv in HBj by exact Hjf.
      eapply (simple_refuted _ _ _ (fun _ => (y, some_input M)) Hd).
      + apply Hin, in_app_iff. right. apply in_map_iff. exists j. split; [reflexivity | apply in_seq; lia].
      + intros sel pre. values. now rewrite HR.
      + intros sel pre. unfold lasso_fair_case. rewrite units_true. cbn [forallb]. fold frame.
        rewrite !now_pred; [| rewrite st_neg; now apply HB | now apply Hgood].
        rewrite P_neg, HBj. change (P_of (entry_guard (lasso_entry L (nth j (cl_at L) 0))) y)
          with (guard M (choice_in (lasso_entry L (nth j (cl_at L) 0))) y). now rewrite Hg.
  Qed.

  Lemma spec_lassos P l :
    st P = true ->
    spec (all_lasso_cases A obs fl Cl P l) (fun r => forall cases, incl r cases ->
      discharged (simple (units [frame 0 false R]) cases) -> Forall (lasso_ok M (P_of R) (P_of P)) (map lasso_in l)).
  Proof.
    intros HP. induction l as [|L l IH]; cbn [all_lasso_cases]; [apply spec_ret; intros; constructor|].
    eapply spec_bind; [apply (spec_lasso P L HP)|]. intros a Ha.
    eapply spec_bind; [apply IH|]. intros b Hb. apply spec_ret. intros cases Hin Hd. cbn [map]. constructor.
    - apply (Ha cases); [|exact Hd]. intros c Hc. apply Hin, in_app_iff. now left.
    - apply (Hb cases); [|exact Hd]. intros c Hc. apply Hin, in_app_iff. now right.
  Qed.

  (** ** Regions *)

  Definition region_in (G : c_region) : region M :=
    Region M (P_of (cr_K G)) (map choice_in (cr_choices G)) (map (map choice_in) (cr_cover G)).

  (** Literal 1 as [P]. *)
  Lemma ranks_through_one K base l : ranks_forward K (P_of (0, true)) base l -> ranks_forward K p_true base l.
  Proof.
    revert base. induction l as [|d q IHq]; intros base Hf; [exact I|]. destruct Hf as (Hd & Hf).
    split; [|now apply IHq]. intros y i. specialize (Hd y i). cbn beta in *.
    assert (H1 : P_of (0, true) y = true) by apply P_one. now rewrite H1 in Hd.
  Qed.

  Lemma spec_cover K l : forall j,
    st K = true -> j + length l <= length fl ->
    spec (cover_cases A obs fl Cl K j l) (fun r => forall cases, incl r cases ->
      discharged (simple (units [frame 0 false R]) cases) ->
      forall k c, nth_error l k = Some c ->
        ranks_ok M (P_of R) (P_of K) p_true (B M (j + k)) (map choice_in c) /\
        impossible1 (fun y => P_of R y && P_of K y && negb (E_n M (B M (j + k)) (map choice_in c) y))).
  Proof.
    induction l as [|c l IH]; intros j HK Hlen; cbn [cover_cases].
    { apply spec_ret. intros cases _ _ k c Hk. destruct k; discriminate Hk. }
    cbn [length] in Hlen.
    eapply spec_bind; [apply spec_entries|]. intros unit_ Hc; cbn beta in Hc; clear unit_.
    eapply spec_bind; [apply (spec_ranks (0, true) K c _ Hone HK (HB j ltac:(lia)) Hc)|].
    intros r (Hrs & Hrv & Hrc). eapply spec_bind; [apply (IH (S j) HK ltac:(lia))|]. intros b Hb.
    apply spec_ret. intros cases Hin Hd k c' Hk. destruct k as [|k].
    - injection Hk as <-. rewrite Nat.add_0_r.
      assert (Hf : ranks_forward (P_of K) (P_of (0, true)) (P_of (fair_state_lit A obs fl j)) (map choice_in c)).
      { apply (Hrc cases); [|exact Hd]. intros x Hx. apply Hin, in_app_iff. now left. }
      assert (HE : forall y, E_n M (P_of (fair_state_lit A obs fl j)) (map choice_in c) y = E_n M (B M j) (map choice_in c) y).
      { intros y. unfold E_n. generalize (rev (map choice_in c)). intros q.
        induction q as [|d q IHq]; [apply HBv; lia|]. simpl. unfold p_or. now rewrite IHq. }
      split.
      + apply ranks_forward_ok. apply ranks_forward_ext with (P_of (fair_state_lit A obs fl j)).
        { intros y. apply HBv. lia. }
        now apply ranks_through_one.
      + intros y. apply not_true_is_false. intros Hcase. rewrite !andb_true_iff in Hcase.
        destruct Hcase as ((HR & HKy) & HEy). apply negb_true_iff in HEy. rewrite <- HE, <- Hrv in HEy.
        eapply (simple_refuted _ _ _ (fun _ => (y, some_input M)) Hd).
        * apply Hin, in_app_iff. right. apply in_app_iff. left. left. reflexivity.
        * intros sel pre. values. now rewrite HR.
        * intros sel pre. values. now rewrite HKy, HEy.
    - cbn [nth_error] in Hk. replace (j + S k) with (S j + k) by lia. apply (Hb cases); [|exact Hd|exact Hk].
      intros x Hx. apply Hin, in_app_iff. right. apply in_app_iff. now right.
  Qed.

  Lemma spec_region P G :
    st P = true ->
    spec (region_cases A obs fl Cl P G) (fun r => forall cases, incl r cases ->
      discharged (simple (units [frame 0 false R]) cases) -> region_ok M (P_of R) (P_of P) (region_in G)).
  Proof.
    intros HP. unfold region_cases. eapply spec_bind; [apply spec_need|]. intros unit_ HKn; cbn beta in HKn; clear unit_.
    assert (HK : st (cr_K G) = true) by (apply HKn; now left).
    eapply spec_bind; [apply spec_entries|]. intros unit_ Hl; cbn beta in Hl; clear unit_.
    eapply spec_bind; [apply spec_check|]. intros unit_ Hlen; cbn beta in Hlen; clear unit_. apply Nat.eqb_eq in Hlen.
    eapply spec_bind; [apply (spec_cover (cr_K G) (cr_cover G) 0 HK ltac:(lia))|]. intros b Hb.
    apply spec_ret. intros cases Hin Hd. split; [|split].
    - intros y. apply not_true_is_false. intros Hcase. rewrite !andb_true_iff in Hcase.
      destruct Hcase as ((HR & HKy) & HPy). apply negb_true_iff in HPy.
      eapply (simple_refuted _ _ _ (fun _ => (y, some_input M)) Hd).
      + apply Hin, in_app_iff. left. left. reflexivity.
      + intros sel pre. values. now rewrite HR.
      + intros sel pre. values. cbn [region_in region_K] in HKy. now rewrite HKy, HPy.
    - apply (choices_written (cr_K G) (cr_K G) (cr_choices G) _ cases HK Hl eq_refl Hd).
      intros x Hx. apply Hin, in_app_iff. right. apply in_app_iff. now left.
    - intros j Hj. assert (Hjf : j < length fl) by (cbn in Hj; unfold fairness_list in Hj; now rewrite map_length in Hj).
      destruct (nth_error (cr_cover G) j) as [c|] eqn:Hc.
      2: { apply nth_error_None in Hc. lia. }
      assert (Hbi : incl b cases) by (intros x Hx; apply Hin, in_app_iff; right; apply in_app_iff; now right).
      destruct (Hb cases Hbi Hd j c Hc) as (H1 & H2). rewrite Nat.add_0_l in *.
      assert (Hcov : cover_of M (region_in G) j = map choice_in c).
      { unfold cover_of. cbn [region_in region_cover]. apply nth_error_nth.
        now apply (map_nth_error (map choice_in)). }
      unfold cover_ok. rewrite Hcov. split; [exact H1 | exact H2].
  Qed.

  (** ** EG lower *)

  Lemma in_lasso_guards L s :
    in_lasso M (lasso_in L) s = existsb (fun a => P_of a s) (map entry_guard (cl_steps L)).
  Proof.
    unfold in_lasso, some_guard. cbn [lasso_in lasso_steps].
    induction (cl_steps L) as [|e l IH]; [reflexivity|]. simpl. now rewrite IH.
  Qed.

  Lemma existsb_concat {X} (f : X -> bool) ls : existsb f (concat ls) = existsb (existsb f) ls.
  Proof. induction ls as [|l ls IH]; [reflexivity|]. simpl. now rewrite existsb_app, IH. Qed.

  Lemma forallb_neg l s : forallb (fun a => P_of a s) (map neg l) = negb (existsb (fun a => P_of a s) l).
  Proof. induction l as [|a l IH]; [reflexivity|]. simpl. rewrite P_neg, IH. now destruct (P_of a s). Qed.

  Lemma spec_base lassos G :
    spec (eg_base_lit lassos G) (fun E0 => st E0 = true /\
      forall s, P_of E0 s = eg_base M (map lasso_in lassos) (option_map region_in G) s).
  Proof.
    assert (Heq : forall s, negb (forallb (fun a => P_of a s) (base_args lassos G)) =
                       eg_base M (map lasso_in lassos) (option_map region_in G) s).
    { intros s. unfold base_args, eg_base. rewrite forallb_app, forallb_neg, negb_andb, negb_involutive. f_equal.
      - unfold lasso_guards. rewrite existsb_concat. induction lassos as [|L l IH]; [reflexivity|]. simpl.
        now rewrite IH, in_lasso_guards.
      - destruct G as [G|]; simpl; [|reflexivity]. now rewrite P_neg, andb_true_r, negb_involutive. }
    unfold eg_base_lit. destruct (base_args lassos G) as [|a args] eqn:Hb.
    - apply spec_ret. split; [exact Hone|]. intros s. rewrite <- Heq. apply P_zero.
    - eapply spec_bind; [apply spec_gate|]. intros g (Hg & Hgv). apply spec_ret. split; [exact Hg|].
      intros s. now rewrite P_neg, Hgv, <- Heq.
  Qed.

  Hypothesis Hinv : discharged (invariant_obligation A obs fl R Cl).

  Definition fact_upper (v : ctl) (Q : aig_lit) : Prop := upper (P_of R) v (P_of Q).
  Definition fact_lower (v : ctl) (Q : aig_lit) : Prop := lower (P_of R) v (P_of Q).

  Lemma R_invariant : invariant (P_of R).
  Proof. apply invariant_sound. now apply invariant_written. Qed.

  Lemma E_n_ext base base' l : (forall y, base y = base' y) -> forall s, E_n M base l s = E_n M base' l s.
  Proof.
    intros He s. unfold E_n. generalize (rev l). intros q. induction q as [|c q IH]; [apply He|].
    simpl. unfold p_or. now rewrite IH.
  Qed.

  (** Literal 1 as [K]. *)
  Lemma ranks_one P base l :
    ranks_forward (P_of (0, true)) (P_of P) base l -> ranks_forward p_true (P_of P) base l.
  Proof.
    revert base. induction l as [|d q IHq]; intros base Hf; [exact I|]. destruct Hf as (Hd & Hf).
    split; [|now apply IHq]. intros y i. specialize (Hd y i). cbn beta in *. unfold after, p_true in *.
    assert (H1 : forall z, P_of (0, true) z = true) by apply P_one. now rewrite !H1 in Hd.
  Qed.

  Lemma spec_eg_lower_some u P lassos G l :
    st P = true -> fact_lower u P ->
    spec (eg_lower_some A obs fl R Cl P lassos G l) (fun Q => st Q = true /\ fact_lower (EG u) Q).
  Proof.
    intros HP Hlow. unfold eg_lower_some.
    eapply spec_bind; [apply (spec_lassos P lassos HP)|]. intros a Ha.
    eapply spec_bind with (P := fun b => forall cases, incl b cases ->
      discharged (simple (units [frame 0 false R]) cases) ->
      match option_map region_in G with Some G => region_ok M (P_of R) (P_of P) G | None => True end).
    { destruct G as [G|]; [apply (spec_region P G HP) | apply spec_ret; intros; exact I]. }
    intros b Hb. eapply spec_bind; [apply spec_base|]. intros E0 (HE & HEv).
    eapply spec_bind; [apply spec_entries|]. intros unit_ Hl; cbn beta in Hl; clear unit_.
    eapply spec_bind; [apply (spec_ranks P (0, true) l E0 HP Hone HE Hl)|]. intros r (Hrs & Hrv & Hrc).
    eapply spec_bind; [apply spec_oblige|]. intros unit_ Hd; cbn beta in Hd; clear unit_. apply spec_ret. split; [exact Hrs|].
    assert (Hok : eg_lower_ok M (P_of R) (P_of P) (map lasso_in lassos) (option_map region_in G) (map choice_in l)).
    { split; [|split].
      - apply (Ha (a ++ b ++ fst r)); [|exact Hd]. intros x Hx. apply in_app_iff. now left.
      - apply (Hb (a ++ b ++ fst r)); [|exact Hd]. intros x Hx. apply in_app_iff. right. apply in_app_iff. now left.
      - apply ranks_forward_ok. apply ranks_forward_ext with (P_of E0); [exact HEv|]. apply ranks_one.
        apply (Hrc (a ++ b ++ fst r)); [|exact Hd]. intros x Hx. apply in_app_iff. right. apply in_app_iff. now right. }
    intros s HR HQ. rewrite Hrv in HQ.
    apply (eg_lower_sound M (P_of R) u (P_of P) (map lasso_in lassos) (option_map region_in G) (map choice_in l)
             R_invariant Hlow Hok s HR).
    now rewrite <- (E_n_ext (P_of E0)).
  Qed.

  Lemma spec_eg_lower u P lassos G l :
    st P = true -> fact_lower u P ->
    spec (eg_lower A obs fl R Cl P lassos G l) (fun Q => st Q = true /\ fact_lower (EG u) Q).
  Proof.
    intros HP Hlow. unfold eg_lower. destruct lassos, G, l; try (now apply spec_eg_lower_some).
    apply spec_ret. split; [exact Hone|]. intros s _ Hs. now rewrite P_zero in Hs.
  Qed.

  Lemma spec_eu_lower u w P S l :
    st P = true -> st S = true -> fact_lower u P -> fact_lower w S ->
    spec (eu_lower A obs fl R Cl P S l) (fun Q => st Q = true /\ fact_lower (EU u w) Q).
  Proof.
    intros HP HS Hu Hw. unfold eu_lower. destruct l as [|e l].
    { apply spec_ret. split; [exact HS|]. intros s HR Hs. apply until_now. now apply Hw. }
    unfold eu_lower_some. eapply spec_bind; [apply spec_entries|]. intros unit_ Hl; cbn beta in Hl; clear unit_.
    eapply spec_bind; [apply (spec_ranks P (0, true) (e :: l) S HP Hone HS Hl)|]. intros r (Hrs & Hrv & Hrc).
    eapply spec_bind; [apply spec_oblige|]. intros unit_ Hd; cbn beta in Hd; clear unit_. apply spec_ret. split; [exact Hrs|].
    intros s HR HQ. rewrite Hrv in HQ.
    apply (eu_lower_sound M (P_of R) u w (P_of P) (P_of S) (map choice_in (e :: l)) R_invariant Hu Hw); [|exact HR|exact HQ].
    apply ranks_forward_ok, ranks_one. apply (Hrc (fst r)); [apply incl_refl | exact Hd].
  Qed.
End Obligations.
