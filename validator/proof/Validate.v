(** * A validator, proved (docs/certificates.md, all but the text format)

    [validate] is a program: it takes an AIGER model, a property, a verdict, a certificate and LRAT proofs, all as data; it
    writes the obligations of section 7, checks the proofs of section 8, evaluates what section 5 evaluates, and says yes or
    no. [validate_sound]: when it says yes, the verdict is true of the model. Reading files is not part of it. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System Ctl Tau Facts Rules Walls Formula Model Elaboration
  Circuit Lrat Cnf Steps Generate Obligations Blocks.

(** ** Nodes *)

Section Nodes.
  Variable A : aiger.
  Variable obs : nat -> bool.
  Variable fl : list aig_lit.
  Variable more : list gate.
  Hypothesis HA : aiger_ok A = true.
  Hypothesis Hfl : forallb (small A) fl = true.
  Hypothesis Hmore : more_ok A fl more = true.

  Let M := sys A obs fl HA.
  Let P_ := P_of A obs fl more HA.
  Let st_ := st A obs fl more.

  Variables R Cl : aig_lit.
  Hypothesis HRs : st_ R = true.
  Hypothesis Hone : st_ (0, true) = true.
  Hypothesis HB : forall j, j < length fl -> st_ (fair_state_lit A obs fl j) = true.
  Hypothesis HC : forall s i, lit_value (value_in A obs fl more HA s i) Cl = C M s i.
  Hypothesis Hinv : discharged A obs fl more (invariant_obligation A obs fl R Cl).

  Let upper_ (v : ctl) (Q : aig_lit) : Prop := upper (P_ R) v (P_ Q).
  Let lower_ (v : ctl) (Q : aig_lit) : Prop := lower (P_ R) v (P_ Q).

  Definition entry_true (x : ctl * (aig_lit * aig_lit)) : Prop :=
    st_ (fst (snd x)) = true /\ st_ (snd (snd x)) = true /\ upper_ (fst x) (fst (snd x)) /\ lower_ (fst x) (snd (snd x)).

  Lemma R_inv : invariant (P_ R).
  Proof. apply (R_invariant A obs fl more HA Hfl Hmore R Cl HRs HC Hinv). Qed.

  Lemma bounds_true e v : Forall entry_true e -> entry_true (v, bounds_of e v).
  Proof.
    intros He. unfold bounds_of.
    destruct (find (fun x => if ctl_eq_dec (fst x) v then true else false) e) as [x|] eqn:Hf.
    - apply find_some in Hf. destruct Hf as (Hin & Hv). rewrite Forall_forall in He. specialize (He x Hin).
      destruct (ctl_eq_dec (fst x) v) as [<-|]; [exact He | discriminate].
    - split; [exact Hone|]. split; [exact Hone|]. split.
      + intros s _ _. exact (P_one A obs fl more HA Hmore s).
      + intros s _ Hs. cbn [fst snd] in Hs. assert (H := P_zero A obs fl more HA Hmore s).
        change (P_ (0, false) s = false) in H. congruence.
  Qed.

  Lemma spec_fact e v r :
    Forall entry_true e ->
    spec A obs fl more (write_fact A obs fl R Cl e v r) (fun Q =>
      st_ Q = true /\ if is_upper r then upper_ v Q else lower_ v Q).
  Proof.
    intros He. assert (Hinv' := R_inv).
    assert (Hrefuse : forall Post, spec A obs fl more (bind (check false) (fun _ => ret (0, false))) Post)
      by (intros Post n x n' w H; discriminate H).
    destruct v as [a|u|u w|u w|u|u w|u]; destruct r as [Q|blocks|Q l|l|lassos G l]; cbn [write_fact is_upper];
      try apply Hrefuse.
    - (* EX upper *)
      destruct (bounds_true e u He) as (Hu1 & Hu2 & Hu3 & Hu4).
      eapply spec_bind; [apply spec_need|]. intros unit_ Hn; cbn beta in Hn; clear unit_.
      eapply spec_bind; [apply spec_oblige|]. intros unit_ Hd; cbn beta in Hd; clear unit_. apply spec_ret.
      assert (HQ : st_ Q = true) by (apply Hn; now left). split; [exact HQ|].
      apply (ex_upper_sound M (P_ R) u (P_ (up e u)) (P_ Q) Hinv' Hu3).
      exact (ex_upper_written A obs fl more HA Hfl Hmore R Cl HRs HC (up e u) Q HQ Hd).
    - (* EX lower *)
      destruct (bounds_true e u He) as (Hu1 & Hu2 & Hu3 & Hu4).
      eapply spec_bind; [apply spec_need|]. intros unit_ Hn; cbn beta in Hn; clear unit_.
      eapply spec_bind; [apply spec_entries|]. intros unit_ Hl; cbn beta in Hl; clear unit_.
      eapply spec_bind; [apply spec_oblige|]. intros unit_ Hd; cbn beta in Hd; clear unit_. apply spec_ret.
      assert (HQ : st_ Q = true) by (apply Hn; now left). split; [exact HQ|].
      apply (ex_lower_sound M (P_ R) u (P_ (low e u)) (P_ Q) (map (choice_in A obs fl more HA) l) Hinv' Hu4).
      exact (choices_written A obs fl more HA Hfl Hmore R Cl HRs HC Q (low e u) l _ _ HQ Hl eq_refl Hd (incl_refl _)).
    - (* EU upper *)
      destruct (bounds_true e u He) as (Hu1 & Hu2 & Hu3 & Hu4). destruct (bounds_true e w He) as (Hw1 & Hw2 & Hw3 & Hw4).
      eapply spec_bind; [apply spec_need|]. intros unit_ Hn; cbn beta in Hn; clear unit_.
      eapply spec_bind; [apply spec_oblige|]. intros unit_ Hd; cbn beta in Hd; clear unit_. apply spec_ret.
      assert (HQ : st_ Q = true) by (apply Hn; now left). split; [exact HQ|].
      apply (eu_upper_sound M (P_ R) u w (P_ (up e u)) (P_ (up e w)) (P_ Q) Hinv' Hu3 Hw3).
      exact (eu_upper_written A obs fl more HA Hfl Hmore R Cl HRs HC (up e u) (up e w) Q Hu1 Hw1 HQ Hd).
    - (* EU lower *)
      destruct (bounds_true e u He) as (Hu1 & Hu2 & Hu3 & Hu4). destruct (bounds_true e w He) as (Hw1 & Hw2 & Hw3 & Hw4).
      exact (spec_eu_lower A obs fl more HA Hfl Hmore R Cl HRs Hone HC Hinv u w (low e u) (low e w) l Hu2 Hw2 Hu4 Hw4).
    - (* EG upper *)
      destruct (bounds_true e u He) as (Hu1 & Hu2 & Hu3 & Hu4).
      exact (spec_eg_upper A obs fl more HA Hfl Hmore R Cl HRs HB HC u (up e u) blocks Hu1 Hinv' Hu3).
    - (* EG lower *)
      destruct (bounds_true e u He) as (Hu1 & Hu2 & Hu3 & Hu4).
      exact (spec_eg_lower A obs fl more HA Hfl Hmore R Cl HRs Hone HB HC Hinv u (low e u) lassos G l Hu2 Hu4).
  Qed.

  Lemma spec_next_fact (is_up : bool) e v facts :
    Forall entry_true e ->
    spec A obs fl more (next_fact A obs fl R Cl is_up e v facts) (fun p =>
      st_ (fst p) = true /\ if is_up then upper_ v (fst p) else lower_ v (fst p)).
  Proof.
    intros He.
    assert (Hdefault : forall l : list c_fact,
      spec A obs fl more (ret (if is_up then (0, true) else (0, false), l)) (fun p =>
        st_ (fst p) = true /\ if is_up then upper_ v (fst p) else lower_ v (fst p))).
    { intros l. apply spec_ret. cbn [fst].
      assert (H := bounds_true [] v (Forall_nil _)). destruct H as (H1 & H2 & H3 & H4). cbn in H1, H2, H3, H4.
      destruct is_up; now split. }
    unfold next_fact. destruct facts as [|f rest]; [apply Hdefault|].
    destruct (ctl_eq_dec (cf_node f) v) as [Hv|]; [|apply Hdefault]. cbn [andb].
    destruct (Bool.eqb (is_upper (cf_rule f)) is_up) eqn:Hk; [|apply Hdefault].
    apply eqb_prop in Hk. eapply spec_bind; [apply (spec_fact e v (cf_rule f) He)|].
    intros Q (HQ & HQf). apply spec_ret. cbn [fst]. rewrite Hk in HQf. now split.
  Qed.

  Lemma spec_node e v facts :
    Forall entry_true e ->
    spec A obs fl more (write_node A obs fl R Cl e v facts) (fun r => entry_true (v, fst r)).
  Proof.
    intros He.
    assert (Htemporal : forall u, spec A obs fl more
        (bind (next_fact A obs fl R Cl true e u facts) (fun a =>
         bind (next_fact A obs fl R Cl false e u (snd a)) (fun b => ret ((fst a, fst b), snd b))))
        (fun r => entry_true (u, fst r))).
    { intros u. eapply spec_bind; [apply (spec_next_fact true e u facts He)|]. intros a (Ha & Hau).
      eapply spec_bind; [apply (spec_next_fact false e u (snd a) He)|]. intros b (Hb & Hbl).
      apply spec_ret. split; [exact Ha|]. split; [exact Hb|]. now split. }
    destruct v as [a|u|u w|u w|u|u w|u]; cbn [write_node]; try apply Htemporal.
    - eapply spec_bind; [apply spec_check|]. intros unit_ Hs; cbn beta in Hs; clear unit_.
      eapply spec_bind; [apply spec_need|]. intros unit_ Hn; cbn beta in Hn; clear unit_. apply spec_ret.
      apply Nat.leb_le in Hs. assert (Ha : st_ (lit_of_number a) = true) by (apply Hn; now left).
      assert (Hv := fun s => atom_pred A obs fl more HA Hmore a s Hs).
      split; [exact Ha|]. split; [exact Ha|]. split.
      + intros s _ Hp. etransitivity; [apply Hv | exact Hp].
      + intros s _ Hp. cbn. etransitivity; [symmetry; apply Hv | exact Hp].
    - destruct (bounds_true e u He) as (Hu1 & Hu2 & Hu3 & Hu4). apply spec_ret. split; [exact Hu2|]. split; [exact Hu1|].
      split.
      + intros s HR Hp. etransitivity; [apply P_neg|]. apply negb_true_iff.
        destruct (P_of A obs fl more HA (low e u) s) eqn:E; [|reflexivity]. exfalso. apply Hp. now apply Hu4.
      + intros s HR Hp Hq. specialize (Hu3 s HR Hq).
        assert (H := P_neg A obs fl more HA (up e u) s). cbn [fst snd] in Hp.
        change (P_ (neg (up e u)) s = negb (P_ (up e u) s)) in H. rewrite Hp in H.
        change (P_ (up e u) s = true) in Hu3. rewrite Hu3 in H. discriminate H.
    - destruct (bounds_true e u He) as (Hu1 & Hu2 & Hu3 & Hu4). destruct (bounds_true e w He) as (Hw1 & Hw2 & Hw3 & Hw4).
      eapply spec_bind; [apply (spec_gate A obs fl more HA Hmore)|]. intros a (Ha & Hav).
      eapply spec_bind; [apply (spec_gate A obs fl more HA Hmore)|]. intros b (Hb & Hbv).
      apply spec_ret. split; [exact Ha|]. split; [exact Hb|]. split.
      + intros s HR (Hp & Hq). etransitivity; [apply Hav|]. cbn [forallb]. specialize (Hu3 s HR Hp). specialize (Hw3 s HR Hq).
        change (P_ (up e u) s = true) in Hu3. change (P_ (up e w) s = true) in Hw3.
        change (P_ (up e u) s && (P_ (up e w) s && true) = true). now rewrite Hu3, Hw3.
      + intros s HR Hp. cbn [fst snd] in Hp. assert (H := Hbv s). change (P_ b s = P_ (low e u) s && (P_ (low e w) s && true)) in H.
        rewrite H, !andb_true_iff in Hp. destruct Hp as (Hp & Hq & _). split; [now apply Hu4 | now apply Hw4].
    - destruct (bounds_true e u He) as (Hu1 & Hu2 & Hu3 & Hu4). destruct (bounds_true e w He) as (Hw1 & Hw2 & Hw3 & Hw4).
      eapply spec_bind; [apply (spec_gate A obs fl more HA Hmore)|]. intros a (Ha & Hav).
      eapply spec_bind; [apply (spec_gate A obs fl more HA Hmore)|]. intros b (Hb & Hbv).
      apply spec_ret. split; [exact Ha|]. split; [exact Hb|].
      assert (Hn := fun x s => P_neg A obs fl more HA x s). split.
      + intros s HR Hp. cbn [fst snd]. etransitivity; [apply Hn|]. rewrite Hav. cbn [forallb]. rewrite !Hn.
        destruct Hp as [Hp|Hp]; [specialize (Hu3 s HR Hp) | specialize (Hw3 s HR Hp)].
        * change (P_ (up e u) s = true) in Hu3. change (negb (negb (P_ (up e u) s) && (negb (P_ (up e w) s) && true)) = true).
          now rewrite Hu3.
        * change (P_ (up e w) s = true) in Hw3. change (negb (negb (P_ (up e u) s) && (negb (P_ (up e w) s) && true)) = true).
          rewrite Hw3. cbn. now rewrite andb_false_r.
      + intros s HR Hp. cbn [fst snd] in Hp.
        assert (H : P_ (neg b) s = negb (negb (P_ (low e u) s) && (negb (P_ (low e w) s) && true))).
        { etransitivity; [apply Hn|]. rewrite Hbv. cbn [forallb]. now rewrite !Hn. }
        rewrite H in Hp. destruct (P_ (low e u) s) eqn:E1; [left; now apply Hu4|].
        destruct (P_ (low e w) s) eqn:E2; [right; now apply Hw4 | discriminate Hp].
  Qed.

  Theorem spec_nodes nodes : forall e facts,
    Forall entry_true e ->
    spec A obs fl more (write_nodes A obs fl R Cl e nodes facts) (Forall entry_true).
  Proof.
    induction nodes as [|v nodes IH]; intros e facts He; cbn [write_nodes].
    - eapply spec_bind; [apply spec_check|]. intros unit_ _. now apply spec_ret.
    - eapply spec_bind; [apply (spec_node e v facts He)|]. intros r Hr. apply IH. now constructor.
  Qed.
End Nodes.

(** ** Certificates with facts *)

Record c_certificate := CCertificate {
  cc_gates : list (list aig_lit);                (* their arguments; the numbers are fixed *)
  cc_R : aig_lit;
  cc_facts : list c_fact
}.

(** What is to be shown: that a literal is never true, or a bound of a formula. *)
Inductive c_goal := GoalBad (bad : aig_lit) | GoalHolds (root : ctl) | GoalFails (root : ctl).

Fixpoint number_gates (n : nat) (l : list (list aig_lit)) : list gate :=
  match l with
  | [] => []
  | args :: l => (n, args) :: number_gates (S n) l
  end.

(** [C] is a gate over the constraints, or literal 1. *)
Definition constraint_lit (A : aiger) (n : nat) : aig_lit * list gate * nat :=
  match constraints A with
  | [] => ((0, true), [], n)
  | cs => ((n, false), [(n, cs)], S n)
  end.

Section Program.
  Variable A : aiger.
  Variable obs : nat -> bool.
  Variable fl : list aig_lit.

  Definition program (R Cl : aig_lit) (facts : list c_fact) (g : c_goal) : writer aig_lit :=
    need ((0, true) :: R :: map (fair_state_lit A obs fl) (seq 0 (length fl))) ;;;
    oblige (invariant_obligation A obs fl R Cl) ;;;
    match g with
    | GoalBad bad =>
      check (small A bad && match facts with [] => true | _ => false end) ;;;
      oblige (bad_obligation A obs fl R Cl bad) ;;;
      ret (0, false)
    | GoalHolds root =>
      e <- write_nodes A obs fl R Cl [] (post_order root []) facts ;;
      oblige (holds_obligation A obs fl (low e root)) ;;;
      ret (0, false)
    | GoalFails root =>
      e <- write_nodes A obs fl R Cl [] (post_order root []) facts ;;
      ret (up e root)
    end.

  Lemma spec_program more (HA : aiger_ok A = true) (Hfl : forallb (small A) fl = true) (Hmore : more_ok A fl more = true)
    R Cl (HC : forall s i, lit_value (value_in A obs fl more HA s i) Cl = C (sys A obs fl HA) s i) facts g :
    spec A obs fl more (program R Cl facts g) (fun x =>
      let M := sys A obs fl HA in
      match g with
      | GoalBad bad =>
        @bad_holds M (e_literal (denoted A) (chosen_split A obs) (fairness_list A obs fl) (denoted_lit A bad))
      | GoalHolds root => forall s, initial M s = true -> plain root s
      | GoalFails root => forall s, initial M s = true -> P_of A obs fl more HA x s = false -> ~ plain root s
      end).
  Proof.
    unfold program.
    eapply spec_bind; [apply spec_need|]. intros unit_ Hn; cbn beta in Hn; clear unit_.
    assert (Hone : st A obs fl more (0, true) = true) by (apply Hn; now left).
    assert (HRs : st A obs fl more R = true) by (apply Hn; right; now left).
    assert (HB : forall j, j < length fl -> st A obs fl more (fair_state_lit A obs fl j) = true).
    { intros j Hj. apply Hn. right. right. apply in_map. apply in_seq. lia. }
    eapply spec_bind; [apply spec_oblige|]. intros unit_ Hinv; cbn beta in Hinv; clear unit_.
    assert (HR := R_inv A obs fl more HA Hfl Hmore R Cl HRs HC Hinv).
    destruct g as [bad|root|root].
    - eapply spec_bind; [apply spec_check|]. intros unit_ Hck; cbn beta in Hck; clear unit_.
      eapply spec_bind; [apply spec_oblige|]. intros unit_ Hb; cbn beta in Hb; clear unit_. apply spec_ret.
      apply andb_true_iff in Hck. destruct Hck as (Hs & _). apply Nat.leb_le in Hs.
      apply (bad_holds_sound (sys A obs fl HA) (P_of A obs fl more HA R)); [exact HR|].
      exact (bad_written A obs fl more HA Hfl Hmore R Cl HRs HC bad Hs Hb).
    - eapply spec_bind; [apply (spec_nodes A obs fl more HA Hfl Hmore R Cl HRs Hone HB HC Hinv); constructor|].
      intros e He. eapply spec_bind; [apply spec_oblige|]. intros unit_ Hh; cbn beta in Hh; clear unit_. apply spec_ret.
      destruct (bounds_true A obs fl more HA Hmore R Hone e root He) as (_ & Hl & _ & Hlow).
      apply (holds_sound (sys A obs fl HA) (P_of A obs fl more HA R) root (P_of A obs fl more HA (low e root)) HR Hlow).
      exact (holds_written A obs fl more HA Hfl Hmore (low e root) Hl Hh).
    - eapply spec_bind; [apply (spec_nodes A obs fl more HA Hfl Hmore R Cl HRs Hone HB HC Hinv); constructor|].
      intros e He. apply spec_ret. intros s HI Hx Hs.
      destruct (bounds_true A obs fl more HA Hmore R Hone e root He) as (_ & _ & Hup & _).
      assert (H := Hup s (proj1 HR s HI) Hs). cbn [fst snd] in H.
      change (P_of A obs fl more HA (up e root) s = true) in H. congruence.
  Qed.

  (** The bound of the root (for [GoalFails]), all gates beyond those of the model, and the obligations. *)
  Definition write_certificate (c : c_certificate) (g : c_goal) : option (aig_lit * list gate * list obligation) :=
    let n := first_gate A fl in
    let gates := number_gates n (cc_gates c) in
    let '(Cl, cg, n) := constraint_lit A (n + length (cc_gates c)) in
    match program (cc_R c) Cl (cc_facts c) g n with
    | None => None
    | Some (x, _, w) =>
      let more := gates ++ cg ++ w_gates w in
      let op := is_open A obs fl more in
      if aiger_ok A && forallb (small A) fl && more_ok A fl more &&
         forallb (fun a => negb (op (fst a))) (map (fun g => (fst g, false)) gates ++ w_needs w)
      then Some (x, more, w_obligations w)
      else None
    end.

  Theorem write_certificate_sound c g x more obls (HA : aiger_ok A = true) :
    write_certificate c g = Some (x, more, obls) -> Forall (discharged A obs fl more) obls ->
    forallb (small A) fl = true /\ more_ok A fl more = true /\
    let M := sys A obs fl HA in
    match g with
    | GoalBad bad =>
      @bad_holds M (e_literal (denoted A) (chosen_split A obs) (fairness_list A obs fl) (denoted_lit A bad))
    | GoalHolds root => forall s, initial M s = true -> plain root s
    | GoalFails root => forall s, initial M s = true -> P_of A obs fl more HA x s = false -> ~ plain root s
    end.
  Proof.
    unfold write_certificate. destruct (constraint_lit A (first_gate A fl + length (cc_gates c))) as [[Cl cg] n] eqn:Ec.
    destruct (program (cc_R c) Cl (cc_facts c) g n) as [[[x' n'] w]|] eqn:Ep; [|discriminate].
    set (m := number_gates (first_gate A fl) (cc_gates c) ++ cg ++ w_gates w).
    destruct (aiger_ok A && forallb (small A) fl && more_ok A fl m && _) eqn:Eck; [|discriminate].
    intros [= <- <- <-] Hd. rewrite !andb_true_iff in Eck. destruct Eck as (((_ & Hfl) & Hmore) & Hn).
    split; [exact Hfl|]. split; [exact Hmore|].
    assert (Hbel : believed A obs fl m w).
    { split; [|split].
      - intros q Hq. unfold m. apply in_app_iff. right. apply in_app_iff. now right.
      - exact Hd.
      - rewrite forallb_app, andb_true_iff in Hn. destruct Hn as (_ & Hn). apply Forall_forall. intros a Ha.
        rewrite forallb_forall in Hn. exact (Hn a Ha). }
    assert (HC : forall s i, lit_value (value_in A obs fl m HA s i) Cl = C (sys A obs fl HA) s i).
    { intros s i. etransitivity; [|symmetry; apply (constraints_value A obs fl m HA Hmore)].
      unfold constraint_lit in Ec. destruct (constraints A) as [|a cs] eqn:Ecs.
      - injection Ec as <- <- _. unfold lit_value, value_in. cbn [fst snd forallb].
        now rewrite (step_value_false A obs fl m HA Hmore).
      - injection Ec as <- <- _. unfold lit_value at 1. cbn [fst snd]. rewrite xorb_false_r.
        apply (step_value_gate A obs fl m Hmore s i (first_gate A fl + length (cc_gates c), a :: cs)).
        unfold all_gates. apply in_app_iff. right. unfold m. apply in_app_iff. right. now left. }
    exact (spec_program m HA Hfl Hmore (cc_R c) Cl HC (cc_facts c) g _ _ _ _ Ep Hbel).
  Qed.
End Program.
