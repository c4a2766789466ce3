(** * A validator, proved (docs/certificates.md, all but the text format)

    [validate] is a program: it takes an AIGER model, a property, a verdict, a certificate and LRAT proofs, all as data; it
    writes the obligations of section 7, checks the proofs of section 8, evaluates what section 5 evaluates, and says yes or
    no. [validate_sound]: when it says yes, the verdict is true of the model. Reading files is not part of it. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System Ctl Tau Facts Rules Walls Upper Formula Model Elaboration
  Circuit Lrat Cnf Steps Memory Generate Obligations Blocks.

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

(** What loops speak of besides the state: saved literals, and gates over saved values and flags. *)
Record c_memory := CMemory { cm_saved : list aig_lit; cm_relations : list (list aig_lit) }.

Record c_certificate := CCertificate {
  cc_gates : list (list aig_lit);                (* their arguments; the numbers are fixed *)
  cc_memory : option c_memory;
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

  (** The first variable behind the gates of the certificate. *)
  Definition behind_gates (c : c_certificate) : nat := first_gate A fl + length (cc_gates c).

  (** Relations, and the first variable behind them: saved values and flags are between gates and relations. *)
  Definition relations_of (c : c_certificate) : list gate * nat :=
    match cc_memory c with
    | None => ([], behind_gates c)
    | Some m =>
      let n := behind_gates c + length (cm_saved m) + length fl in
      (number_gates n (cm_relations m), n + length (cm_relations m))
    end.

  (** The gates [r_j], from [n] on, and the first variable behind them. *)
  Definition raised_of (c : c_certificate) (n : nat) : list gate * nat :=
    match cc_memory c with
    | None => ([], n)
    | Some m => (map (raised_gate A obs fl (Memory (behind_gates c) (cm_saved m) n)) (seq 0 (length fl)), n + length fl)
    end.

  Definition saved_of (c : c_certificate) : list aig_lit := match cc_memory c with None => [] | Some m => cm_saved m end.

  (** The bound of the root (for [GoalFails]), all gates beyond those of the model, and the obligations. *)
  Definition write_certificate (c : c_certificate) (g : c_goal) : option (aig_lit * list gate * list obligation) :=
    let gates := number_gates (first_gate A fl) (cc_gates c) in
    let '(relations, n) := relations_of c in
    let '(Cl, cg, n) := constraint_lit A n in
    let '(raised, n) := raised_of c n in
    match program (cc_R c) Cl (cc_facts c) g n with
    | None => None
    | Some (x, _, w) =>
      let more := gates ++ relations ++ cg ++ raised ++ w_gates w in
      let op := is_open A obs fl more in
      if aiger_ok A && forallb (small A) fl && more_ok A fl more &&
         forallb (fun x => free A obs fl (fst x) more (snd x)) (w_free w) &&
         forallb (fun a => negb (op (fst a)))
           ((map (fun g => (fst g, false)) (gates ++ relations) ++ saved_of c) ++ w_needs w)
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
    unfold write_certificate. destruct (relations_of c) as [relations n1] eqn:Er.
    destruct (constraint_lit A n1) as [[Cl cg] n2] eqn:Ec. destruct (raised_of c n2) as [raised n] eqn:Erd.
    destruct (program (cc_R c) Cl (cc_facts c) g n) as [[[x' n'] w]|] eqn:Ep; [|discriminate].
    set (m := number_gates (first_gate A fl) (cc_gates c) ++ relations ++ cg ++ raised ++ w_gates w).
    destruct (aiger_ok A && forallb (small A) fl && more_ok A fl m && _ && _) eqn:Eck; [|discriminate].
    intros [= <- <- <-] Hd. rewrite !andb_true_iff in Eck. destruct Eck as ((((_ & Hfl) & Hmore) & Hfr) & Hn).
    split; [exact Hfl|]. split; [exact Hmore|].
    assert (Hbel : believed A obs fl m w).
    { split; [|split; [|split]].
      - intros q Hq. unfold m. rewrite !in_app_iff. tauto.
      - exact Hd.
      - rewrite forallb_app, andb_true_iff in Hn. destruct Hn as (_ & Hn). apply Forall_forall. intros a Ha.
        rewrite forallb_forall in Hn. exact (Hn a Ha).
      - apply Forall_forall. intros a Ha. rewrite forallb_forall in Hfr. exact (Hfr a Ha). }
    assert (HC : forall s i, lit_value (value_in A obs fl m HA s i) Cl = C (sys A obs fl HA) s i).
    { intros s i. etransitivity; [|symmetry; apply (constraints_value A obs fl m HA Hmore)].
      unfold constraint_lit in Ec. destruct (constraints A) as [|a cs] eqn:Ecs.
      - injection Ec as <- <- _. unfold lit_value, value_in. cbn [fst snd forallb].
        now rewrite (step_value_false A obs fl m HA Hmore).
      - injection Ec as <- <- _. unfold lit_value at 1. cbn [fst snd]. rewrite xorb_false_r.
        apply (step_value_gate A obs fl m Hmore s i (n1, a :: cs)).
        unfold all_gates. apply in_app_iff. right. unfold m. apply in_app_iff. right. apply in_app_iff. right. now left. }
    exact (spec_program m HA Hfl Hmore (cc_R c) Cl HC (cc_facts c) g _ _ _ _ Ep Hbel).
  Qed.
End Program.

(** ** Properties *)

Inductive c_property :=
| QBad (bad : aig_lit)                           (* [bad N] and [output N] *)
| QJustice (set : list aig_lit)                  (* [justice N] *)
| QCtl (f : formula) (all_inputs : bool).        (* [ctl F] with [inputs all] or [inputs observed] *)

(** The combinational cone of literals, through gates, not through latches. *)
Fixpoint cone_of (rev_gates : list gate) (set : nat -> bool) : nat -> bool :=
  match rev_gates with
  | [] => set
  | g :: gs =>
    if set (fst g) then cone_of gs (fold_right (fun l s => upd s (fst l) true) set (snd g)) else cone_of gs set
  end.

Definition cone (A : aiger) (l : list aig_lit) : nat -> bool := cone_of (rev (ands A)) (fun v => mem v (map fst l)).

Fixpoint atoms_of (f : ctl) : list nat :=
  match f with
  | Atom a => [a]
  | Not f | EX f | EG f => atoms_of f
  | And f g | Or f g | EU f g => atoms_of f ++ atoms_of g
  end.

(** The root: [tau] unless there are neither constraints nor fairness. *)
Definition root_of (A : aiger) (mf : list aig_lit) (f : formula) : ctl :=
  match constraints A, mf with
  | [], [] => core f
  | _, _ => tau (core f)
  end.

Definition observed_by (A : aiger) (mf : list aig_lit) (p : c_property) : nat -> bool :=
  match p with
  | QCtl f true => fun _ => true
  | QCtl f false => let c := cone A (map lit_of_number (atoms_of (root_of A mf f))) in fun k => c (nth k (ins A) 0)
  | _ => fun _ => false
  end.

(** The fairness list; [mf] are the fairness literals of the model. *)
Definition fairness_of (mf : list aig_lit) (p : c_property) : list aig_lit :=
  match p with
  | QBad _ => []
  | QJustice set => mf ++ set
  | QCtl _ _ => mf
  end.

(** What a verdict says about the model that the circuit denotes. *)
Definition true_verdict (A : aiger) (mf : list aig_lit) (p : c_property) (holds : bool) : Prop :=
  match p with
  | QBad bad => if holds then ~ model_bad_fails (denoted_lit A bad) else model_bad_fails (denoted_lit A bad)
  | QJustice set =>
    if holds then ~ model_justice_fails (map (denoted_lit A) (mf ++ set))
    else model_justice_fails (map (denoted_lit A) (mf ++ set))
  | QCtl f _ =>
    exists HA : aiger_ok A = true,
    let M := the_system A (observed_by A mf p) mf HA in
    if holds then forall s : state M, initial M s = true -> holds_at f s
    else exists s : state M, initial M s = true /\ ~ holds_at f s
  end.

(** ** Traces *)

Lemma combine_nth_lt {S T} (a : list S) : forall (b : list T) n x y,
  n < length a -> n < length b -> nth n (combine a b) (x, y) = (nth n a x, nth n b y).
Proof.
  induction a as [|s a IH]; intros b n x y Ha Hb; [simpl in Ha; lia|]. destruct b as [|t b]; [simpl in Hb; lia|].
  destruct n as [|n]; [reflexivity|]. simpl in *. apply IH; lia.
Qed.

Section Traces.
  Variable A : aiger.
  Let m := denoted A.

  Definition bits_of (n : nat) (l : list bool) : bits n := make_bits n (fun k => nth k l false).

  (** What the model computes, written out: evaluating the record [denoted A] would enumerate all of its states. *)
  Definition x_C (l : latches m) (i : inputs m) : bool :=
    let value := model_value A l i in forallb (lit_value value) (constraints A).

  Definition x_next (l : latches m) (i : inputs m) : latches m :=
    let value := model_value A l i in make_bits (length (lats A)) (fun k => lit_value value (next_lit A k)).

  (** [C] in every step, the literal in the last one. *)
  Fixpoint bad_run (bad : aig_lit) (l : latches m) (steps : list (inputs m)) : bool :=
    match steps with
    | [] => false
    | i :: rest =>
      x_C l i && match rest with [] => denoted_lit A bad l i | _ => bad_run bad (x_next l i) rest end
    end.

  Lemma bad_run_sound bad steps : forall l, bad_run bad l steps = true ->
    exists n x inp, x 0 = l /\ (forall t, t <= n -> m_C m (x t) (inp t) = true) /\
      (forall t, t < n -> x (S t) = m_next m (x t) (inp t)) /\ denoted_lit A bad (x n) (inp n) = true.
  Proof.
    induction steps as [|i rest IH]; intros l H; cbn [bad_run] in H; [discriminate|].
    apply andb_true_iff in H. destruct H as (HC & H). destruct rest as [|i' rest].
    - exists 0, (fun _ => l), (fun _ => i). repeat split; auto; intros t Ht; lia.
    - destruct (IH _ H) as (n & x & inp & H0 & HCx & Hx & Hb).
      exists (S n), (fun t => match t with 0 => l | S t => x t end), (fun t => match t with 0 => i | S t => inp t end).
      split; [reflexivity|]. split; [|split].
      + intros [|t] Ht; [exact HC | apply HCx; lia].
      + intros [|t] Ht; [exact H0 | apply Hx; lia].
      + exact Hb.
  Qed.

  (** The relevant latches: a set of variables that is closed under cones and next literals. *)
  Definition next_of_relevant (set : nat -> bool) : list aig_lit :=
    map latch_next (filter (fun l => set (latch_var l)) (lats A)).

  Fixpoint relevant_from (fuel : nat) (roots : list aig_lit) : nat -> bool :=
    let set := cone A roots in
    match fuel with
    | 0 => set
    | S fuel =>
      let more := next_of_relevant set in
      if forallb (fun a => set (fst a)) more then set else relevant_from fuel (roots ++ more)
    end.

  Definition irrelevant (set : nat -> bool) (v : nat) : bool := mem v (latch_vars A) && negb (set v).

  Definition relevant_ok (set : nat -> bool) (fl : list aig_lit) : bool :=
    let op := opens (ands A) (irrelevant set) in
    forallb (fun a => negb (op (fst a))) (constraints A ++ fl ++ next_of_relevant set).

  Definition rel (set : nat -> bool) (l : latches m) : latches m :=
    make_bits (length (lats A)) (fun k => set (nth k (latch_vars A) 0) && bit l k).

  Lemma rel_relevant set fl : relevant_ok set fl = true -> relevant m (latches m) (rel set) (map (denoted_lit A) fl).
  Proof.
    intros Hok l k i Hrel. unfold relevant_ok in Hok. cbn zeta in Hok. rewrite forallb_forall in Hok.
    assert (Hv : forall a, In a (constraints A ++ fl ++ next_of_relevant set) ->
              denoted_lit A a l i = denoted_lit A a k i).
    { intros a Ha. specialize (Hok a Ha). apply negb_true_iff in Hok. unfold denoted_lit, lit_value. f_equal.
      unfold model_value. apply (opens_sound (ands A) (irrelevant set)); [|exact Hok].
      intros v Hvv. unfold model_base. destruct (index_of v (latch_vars A)) as [j|] eqn:E; [|reflexivity].
      apply index_of_some in E. destruct E as (Hj & Hnv). unfold irrelevant in Hvv.
      assert (Hin : mem v (latch_vars A) = true) by (apply mem_In; rewrite <- Hnv; now apply nth_In).
      rewrite Hin in Hvv. apply negb_false_iff in Hvv.
      assert (Hj' : j < length (lats A)) by (unfold latch_vars in Hj; now rewrite map_length in Hj).
      apply (f_equal (fun x => bit x j)) in Hrel. unfold rel in Hrel. rewrite !bit_make_bits in Hrel by exact Hj'.
      rewrite Hnv, Hvv in Hrel. exact Hrel. }
    split; [|split].
    - cbn. apply forallb_ext_in. intros a Ha. apply Hv. apply in_app_iff. now left.
    - intros f Hf. apply in_map_iff in Hf. destruct Hf as (a & <- & Ha). apply Hv.
      apply in_app_iff. right. apply in_app_iff. now left.
    - unfold rel. apply make_bits_ext. intros j Hj. destruct (set (nth j (latch_vars A) 0)) eqn:Es; [|reflexivity].
      cbn. rewrite !bit_make_bits by exact Hj. apply Hv. apply in_app_iff. right. apply in_app_iff. right.
      set (d := Latch 0 (0, false) None). unfold next_of_relevant, next_lit.
      replace (nth j (map latch_next (lats A)) (0, false)) with (latch_next (nth j (lats A) d))
        by (symmetry; exact (map_nth latch_next (lats A) d j)).
      apply in_map. apply filter_In. split; [now apply nth_In|].
      rewrite <- Es. f_equal. symmetry. exact (map_nth latch_var (lats A) d j).
  Qed.

  (** The states of a run, from [l] on; one more than there are inputs. *)
  Fixpoint run_states (l : latches m) (steps : list (inputs m)) : list (latches m) :=
    match steps with
    | [] => [l]
    | i :: rest => l :: run_states (x_next l i) rest
    end.

  Lemma drive_shift l (inp : nat -> inputs m) n :
    drive l inp (S n) = drive (m_next m l (inp 0)) (fun t => inp (S t)) n.
  Proof. induction n as [|n IH]; [reflexivity|]. cbn [drive] in *. now rewrite IH. Qed.

  Lemma run_states_length steps : forall l, length (run_states l steps) = S (length steps).
  Proof. induction steps as [|i rest IH]; intros l; [reflexivity|]. simpl. now rewrite IH. Qed.

  Lemma run_states_drive steps : forall l n, n <= length steps ->
    nth n (run_states l steps) l = drive l (fun t => nth t steps (some_inputs m)) n.
  Proof.
    induction steps as [|i rest IH]; intros l n Hn.
    - destruct n; [reflexivity | simpl in Hn; lia].
    - destruct n as [|n]; [reflexivity|]. cbn [length] in Hn. rewrite drive_shift. cbn [run_states nth].
      change (drive (m_next m l i) (fun t => nth (S t) (i :: rest) (some_inputs m)) n)
        with (drive (m_next m l i) (fun t => nth t rest (some_inputs m)) n).
      change (m_next m l i) with (x_next l i). rewrite <- (IH (x_next l i) n) by lia. apply nth_indep. rewrite run_states_length. lia.
  Qed.

  (** Steps with their states. *)
  Definition run_steps (l : latches m) (steps : list (inputs m)) : list (latches m * inputs m) :=
    combine (run_states l steps) steps.

  Definition justice_run (fl : list aig_lit) (l : latches m) (steps : list (inputs m)) (loop : nat) : bool :=
    let set := relevant_from (S (length (lats A))) (constraints A ++ fl) in
    let states := run_states l steps in
    let run := combine states steps in
    relevant_ok set fl && (loop <? length steps) && denoted_reset A l &&
    forallb (fun x => x_C (fst x) (snd x)) run &&
    (if bits_eq_dec (length (lats A)) (rel set (nth (length steps) states l)) (rel set (nth loop states l)) then true else false) &&
    forallb (fun a => existsb (fun x => denoted_lit A a (fst x) (snd x)) (skipn loop run)) fl.

  Lemma nth_run l steps n : n < length steps ->
    nth n (combine (run_states l steps) steps) (l, some_inputs m)
    = (trace_state m (Trace m l steps) n, trace_input m (Trace m l steps) n).
  Proof.
    intros Hn. unfold trace_state, trace_input. cbn [trace_latches trace_inputs].
    rewrite <- (run_states_drive steps l n) by lia. apply combine_nth_lt; [rewrite run_states_length; lia | exact Hn].
  Qed.

  Theorem justice_run_sound fl l steps loop :
    justice_run fl l steps loop = true -> model_justice_fails (map (denoted_lit A) fl).
  Proof.
    unfold justice_run. cbn zeta. set (set_ := relevant_from (S (length (lats A))) (constraints A ++ fl)).
    rewrite !andb_true_iff. intros (((((Hrel & Hloop) & Hreset) & HC) & Hclose) & Hfair).
    apply Nat.ltb_lt in Hloop.
    assert (Hlen : length (combine (run_states l steps) steps) = length steps)
      by (rewrite combine_length, run_states_length; lia).
    apply (justice_trace_sound (latches m) (rel set_) (map (denoted_lit A) fl) (Trace m l steps) loop).
    split; [now apply rel_relevant|]. split; [exact Hloop|]. split; [exact Hreset|]. split; [|split].
    - intros n Hn. rewrite forallb_forall in HC.
      specialize (HC (nth n (combine (run_states l steps) steps) (l, some_inputs m))).
      rewrite nth_run in HC by exact Hn. apply HC. rewrite <- nth_run by exact Hn. apply nth_In. rewrite Hlen. exact Hn.
    - destruct (bits_eq_dec _ _ _) as [He|]; [|discriminate].
      rewrite !run_states_drive in He by lia. exact He.
    - intros f Hf. apply in_map_iff in Hf. destruct Hf as (a & <- & Ha). rewrite forallb_forall in Hfair.
      specialize (Hfair a Ha). apply existsb_exists in Hfair. destruct Hfair as (x & Hx & Hv).
      apply (In_nth _ _ (l, some_inputs m)) in Hx. destruct Hx as (k & Hk & Hx).
      rewrite skipn_length, Hlen in Hk. exists (loop + k). split; [unfold trace_length; cbn [trace_inputs]; lia|].
      assert (Hnth : nth k (skipn loop (combine (run_states l steps) steps)) (l, some_inputs m)
                     = nth (loop + k) (combine (run_states l steps) steps) (l, some_inputs m)).
      { clear. revert loop. induction (combine (run_states l steps) steps) as [|y r IH]; intros loop.
        - rewrite skipn_nil. destruct k, loop; reflexivity.
        - destruct loop; [reflexivity|]. simpl. apply IH. }
      rewrite Hnth, nth_run in Hx by lia. rewrite <- Hx in Hv. exact Hv.
  Qed.
End Traces.

(** ** The validator *)

Inductive c_evidence :=
| ETrace (lat : list bool) (steps : list (list bool)) (loop : nat)
| EFacts (c : c_certificate) (proofs : list (list line)) (init : option (list bool * list bool)).

(** Every obligation with its proof. *)
Fixpoint all_proved (A : aiger) (obs : nat -> bool) (fl : list aig_lit) (more : list gate)
    (obls : list obligation) (proofs : list (list line)) : bool :=
  match obls, proofs with
  | [], [] => true
  | o :: obls, p :: proofs =>
    match cnf_of (all_gates A more) (frame_of A obs fl o) o with
    | Some f => lrat_check f p
    | None => false
    end && all_proved A obs fl more obls proofs
  | _, _ => false
  end.

Lemma all_proved_sound A obs fl more obls : forall proofs,
  all_proved A obs fl more obls proofs = true -> Forall (discharged A obs fl more) obls.
Proof.
  induction obls as [|o obls IH]; intros [|p proofs] H; cbn [all_proved] in H; try discriminate; [constructor|].
  apply andb_true_iff in H. destruct H as (Ho & H). constructor; [|now apply IH with proofs].
  destruct (cnf_of (all_gates A more) (frame_of A obs fl o) o) as [f|] eqn:Hf; [|discriminate].
  exists f. split; [exact Hf | now apply lrat_check_sound with p].
Qed.

Definition goal_of (A : aiger) (mf : list aig_lit) (p : c_property) (holds : bool) : c_goal :=
  match p with
  | QBad bad => GoalBad bad
  | QJustice _ => GoalHolds (Not h)
  | QCtl f _ => if holds then GoalHolds (root_of A mf f) else GoalFails (root_of A mf f)
  end.

(** The state that [initial] gives: latches, observed inputs; monitors are 0. *)
Definition initial_state (A : aiger) (obs : nat -> bool) (fl : list aig_lit) (lat o : list bool)
  : e_state (denoted A) (chosen_split A obs) (fairness_list A obs fl) :=
  (bits_of (length (lats A)) lat, bits_of (length (observed_at A obs)) o,
   make_bits (length (fairness_list A obs fl)) (fun _ => false)).

(** An initial state outside the upper bound [x] of the root. *)
Definition initial_outside (A : aiger) (obs : nat -> bool) (fl : list aig_lit) (more : list gate) (x : aig_lit)
    (lat o : list bool) : bool :=
  let s := initial_state A obs fl lat o in
  let zeros := make_bits (length (ins A)) (fun _ => false) in
  let i := (make_bits (length (unobserved_at A obs)) (fun r => bit zeros (nth r (unobserved_at A obs) 0)),
            make_bits (length (observed_at A obs)) (fun r => bit zeros (nth r (observed_at A obs) 0))) in
  (length lat =? length (lats A)) && (length o =? length (observed_at A obs)) &&
  denoted_reset A (bits_of (length (lats A)) lat) &&
  negb (lit_value (step_value A obs fl more s i) x).

Lemma initial_state_initial A obs fl lat o :
  denoted_reset A (bits_of (length (lats A)) lat) = true ->
  e_initial (denoted A) (chosen_split A obs) (fairness_list A obs fl) (initial_state A obs fl lat o) = true.
Proof.
  intros H. unfold e_initial, initial_state. apply andb_true_iff. split; [exact H|].
  apply forallb_forall. intros j Hj. apply in_seq in Hj. now rewrite bit_make_bits by lia.
Qed.

Definition lengths_ok (A : aiger) (lat : list bool) (steps : list (list bool)) : bool :=
  (length lat =? length (lats A)) && forallb (fun i => length i =? length (ins A)) steps.

Definition validate (A : aiger) (mf : list aig_lit) (p : c_property) (holds : bool) (ev : c_evidence) : bool :=
  let obs := observed_by A mf p in
  let fl := fairness_of mf p in
  aiger_ok A &&
  match ev with
  | ETrace lat steps loop =>
    let l := bits_of (length (lats A)) lat in
    let inp := map (bits_of (length (ins A))) steps in
    negb holds && lengths_ok A lat steps &&
    match p with
    | QBad bad => denoted_reset A l && bad_run A bad l inp
    | QJustice _ => justice_run A fl l inp loop
    | QCtl _ _ => false
    end
  | EFacts c proofs init =>
    match write_certificate A obs fl c (goal_of A mf p holds) with
    | None => false
    | Some (x, more, obls) =>
      all_proved A obs fl more obls proofs &&
      match p, holds, init with
      | QCtl _ _, false, Some (lat, o) => initial_outside A obs fl more x lat o
      | _, true, None => true
      | _, _, _ => false
      end
    end
  end.

(** ** Soundness *)

Lemma root_of_correct A mf f obs (HA : aiger_ok A = true) (s : state (the_system A obs mf HA)) :
  holds_at f s <-> plain (root_of A mf f) s.
Proof.
  rewrite core_correct. unfold root_of.
  destruct (constraints A) as [|a cs] eqn:Hc; [|apply tau_correct].
  destruct mf as [|b mf]; [|apply tau_correct]. apply no_tau_correct; [reflexivity|].
  intros [[l o] v] i. cbn. now rewrite Hc.
Qed.

Lemma monitors_enough A obs fl : forallb (small A) fl = true ->
  monitors_suffice (denoted A) (chosen_split A obs) (fairness_list A obs fl).
Proof.
  intros Hfl f Hf Hm l o u u'. unfold fairness_list in Hf. apply in_map_iff in Hf. destruct Hf as (a & <- & Ha).
  cbn [fair_lit monitored] in *. apply (model_state_literal A obs fl); [exact Hm|].
  rewrite forallb_forall in Hfl. now apply Nat.leb_le, Hfl.
Qed.

Theorem validate_sound A mf p holds ev : validate A mf p holds ev = true -> true_verdict A mf p holds.
Proof.
  unfold validate. cbn zeta. rewrite andb_true_iff. intros (HA & H).
  destruct ev as [lat steps loop|c proofs init].
  - rewrite !andb_true_iff in H. destruct H as ((Hh & _) & H). apply negb_true_iff in Hh. subst holds.
    destruct p as [bad|set_|f all]; cbn [true_verdict].
    + apply andb_true_iff in H. destruct H as (HI & Hb).
      destruct (bad_run_sound A bad _ _ Hb) as (n & x & inp & H0 & HC & Hx & Hbad).
      exists n, x, inp. split; [split; [rewrite H0; exact HI | now split] | exact Hbad].
    + now apply justice_run_sound in H.
    + discriminate H.
  - destruct (write_certificate A (observed_by A mf p) (fairness_of mf p) c (goal_of A mf p holds))
      as [[[x more] obls]|] eqn:Hw; [|discriminate].
    apply andb_true_iff in H. destruct H as (Hp & H). apply all_proved_sound in Hp.
    destruct (write_certificate_sound _ _ _ _ _ _ _ _ HA Hw Hp) as (Hfl & Hmore & Hg).
    destruct p as [bad|set_|f all]; cbn [goal_of true_verdict fairness_of] in *.
    + destruct holds; [|now destruct init]. intros Hf. apply Hg.
      exact (proj1 (elaborate_bad (denoted A) (chosen_split A (observed_by A mf (QBad bad)))
        (fairness_list A (observed_by A mf (QBad bad)) []) _ _ _ (denoted_lit A bad)) Hf).
    + destruct holds; [|now destruct init]. intros Hf.
      assert (Hm := monitors_enough A (observed_by A mf (QJustice set_)) (mf ++ set_) Hfl).
      assert (Hf' : model_justice_fails (map fair_lit (fairness_list A (observed_by A mf (QJustice set_)) (mf ++ set_)))).
      { unfold fairness_list. rewrite map_map. exact Hf. }
      apply (proj1 (elaborate_justice (denoted A) (chosen_split A (observed_by A mf (QJustice set_)))
        (fairness_list A (observed_by A mf (QJustice set_)) (mf ++ set_))
        (atom_value A (observed_by A mf (QJustice set_)))
        (atom_value_false A (observed_by A mf (QJustice set_)) HA)
        (atom_value_true A (observed_by A mf (QJustice set_)) HA) Hm)) in Hf'.
      destruct Hf' as (s & HI & x0 & Hx0). apply (Hg s HI). apply plain_h. now exists x0.
    + exists HA. destruct holds.
      * intros s HI. apply root_of_correct. exact (Hg s HI).
      * destruct init as [[lat o]|]; [|discriminate]. unfold initial_outside in H. cbn zeta in H.
        rewrite !andb_true_iff in H. destruct H as ((_ & HI) & Hx). apply negb_true_iff in Hx.
        apply (initial_state_initial A (observed_by A mf (QCtl f all)) mf lat o) in HI.
        exists (initial_state A (observed_by A mf (QCtl f all)) mf lat o). split; [exact HI|].
        rewrite root_of_correct. exact (Hg _ HI Hx).
Qed.
