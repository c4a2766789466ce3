(** * The obligations of wall chains are what section 4 demands (docs/certificates.md, sections 4 and 7)

    Both CNFs of a block (walls and skeleton, with prefix variables and copies), once unsatisfiable, give the obligations
    of [Walls.block_ok]. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System Ctl Tau Facts Rules Walls Loop Upper Model Elaboration Circuit Lrat Cnf Steps Memory
  Generate Obligations.

(** ** Where the clauses of the steps come from *)

Definition count {T} (f : T -> bool) (l : list T) : nat := length (filter f l).

Lemma count_firstn_lt {T} (f : T -> bool) (l : list T) : forall i j s,
  nth_error l i = Some s -> f s = true -> i < j -> count f (firstn i l) < count f (firstn j l).
Proof.
  unfold count. induction l as [|x l IH]; intros i j s Hs Hf Hij; [destruct i; discriminate Hs|].
  destruct j as [|j]; [lia|]. destruct i as [|i]; simpl in *.
  - injection Hs as ->. rewrite Hf. simpl. lia.
  - assert (H := IH i j s Hs Hf ltac:(lia)). destruct (f x); simpl; lia.
Qed.

Lemma count_firstn_le {T} (f : T -> bool) (l : list T) i s :
  nth_error l i = Some s -> f s = true -> count f (firstn i l) < count f l.
Proof.
  intros Hs Hf. assert (Hi : i < length l) by (apply nth_error_Some; congruence).
  rewrite <- (firstn_all l) at 2. now apply (count_firstn_lt f l i (length l) s).
Qed.

Section Blocks.
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
  Let val := step_val A obs fl more HA.
  Let frame := frame_lit A obs fl.
  Let done_ := discharged A obs fl more.

  Variables R Cl : aig_lit.
  Hypothesis HRs : st_ R = true.
  Hypothesis HB : forall j, j < length fl -> st_ (fair_state_lit A obs fl j) = true.
  Hypothesis HC : forall s i, lit_value (value_in A obs fl more HA s i) Cl = C M s i.

  Lemma in_wall_steps steps : forall k c t cl, In (t, cl) (wall_steps A obs fl k c steps) ->
    exists idx s, nth_error steps idx = Some s /\
      ((t = Some (c + count (fun s => negb (is_side s)) (firstn idx steps)) /\ is_side s = false /\
        In cl (wall_case A obs fl (k + idx) s)) \/
       In (t, cl) (narrow A obs fl (k + idx) s 1)).
  Proof.
    induction steps as [|s steps IH]; intros k c t cl Hin; [destruct Hin|]. cbn [wall_steps] in Hin.
    rewrite !in_app_iff in Hin. destruct Hin as [Hin|[Hin|Hin]].
    - exists 0, s. split; [reflexivity|]. left. destruct (is_side s) eqn:E; [destruct Hin|].
      unfold tag in Hin. apply in_map_iff in Hin. destruct Hin as (x & [= <- <-] & Hx).
      cbn. rewrite !Nat.add_0_r. auto.
    - exists 0, s. split; [reflexivity|]. right. now rewrite Nat.add_0_r.
    - destruct (IH _ _ _ _ Hin) as (idx & s' & Hn & Hor). exists (S idx), s'. split; [exact Hn|].
      rewrite Nat.add_succ_r. destruct Hor as [(Ht & Hs & Hc)|Hc]; [left | right; exact Hc].
      split; [|split; [exact Hs | exact Hc]]. rewrite Ht. f_equal. unfold count. cbn [firstn filter].
      destruct (is_side s); simpl; lia.
  Qed.

  Lemma in_skeleton_steps numbers steps ends : forall k c t cl,
    In (t, cl) (skeleton_steps A obs fl numbers k c steps ends) ->
    (exists idx s, nth_error steps idx = Some s /\
      ((exists W J, s = CSide W J /\ t = Some (c + count is_side (firstn idx steps)) /\
        In cl (side_case A obs fl numbers (k + idx) W J)) \/
       In (t, cl) (narrow A obs fl (k + idx) s (copies_for numbers)))) \/
    (exists e case, nth_error (ends (k + length steps)) e = Some case /\
       t = Some (c + count is_side steps + e) /\ In cl case).
  Proof.
    induction steps as [|s steps IH]; intros k c t cl Hin; cbn [skeleton_steps] in Hin.
    - right. apply in_numbered in Hin. destruct Hin as (e & case & -> & He & Hc). exists e, case.
      cbn [length]. unfold count. cbn [filter length]. rewrite !Nat.add_0_r. auto.
    - rewrite !in_app_iff in Hin. destruct Hin as [Hin|[Hin|Hin]].
      + left. exists 0, s. split; [reflexivity|]. left. destruct s as [W|D|D|W J]; try (now destruct Hin).
        unfold tag in Hin. apply in_map_iff in Hin. destruct Hin as (x & [= <- <-] & Hx).
        exists W, J. cbn. rewrite !Nat.add_0_r. auto.
      + left. exists 0, s. split; [reflexivity|]. right. now rewrite Nat.add_0_r.
      + destruct (IH _ _ _ _ Hin) as [(idx & s' & Hn & Hor)|(e & case & He & Ht & Hc)].
        * left. exists (S idx), s'. split; [exact Hn|]. rewrite Nat.add_succ_r.
          destruct Hor as [(W & J & Hs & Ht & Hc)|Hc]; [left | right; exact Hc].
          exists W, J. split; [exact Hs|]. split; [|exact Hc]. rewrite Ht. f_equal. unfold count. cbn [firstn filter].
          destruct (is_side s); simpl; lia.
        * right. exists e, case. cbn [length]. rewrite Nat.add_succ_r. split; [exact He|]. split; [|exact Hc].
          rewrite Ht. f_equal. unfold count. cbn [filter]. destruct (is_side s); simpl; lia.
  Qed.

  (** ** Demands *)

  (** What a step demands of [E] afterwards, of a step of the system. *)
  Definition demanded (s : c_step) (y : state M) (i : input M) : bool :=
    match s with
    | CWall W => Bool.eqb (P_ W y) (after (P_ W) y i)
    | CDead D | CUnborn D | CSide D _ => negb (P_ D y) && negb (after (P_ D) y i)
    end.

  Definition narrowed (E : step_set M) (s : c_step) : step_set M :=
    match s with
    | CWall W => with_wall M E (P_ W)
    | CDead D | CUnborn D | CSide D _ => without M E (P_ D)
    end.

  Fixpoint E_after (E : step_set M) (l : list c_step) : step_set M :=
    match l with [] => E | s :: l => E_after (narrowed E s) l end.

  Fixpoint walls_after (walls : list aig_lit) (l : list c_step) : list aig_lit :=
    match l with
    | [] => walls
    | CWall W :: l => walls_after (W :: walls) l
    | _ :: l => walls_after walls l
    end.

  Lemma E_after_app E l s : E_after E (l ++ [s]) = narrowed (E_after E l) s.
  Proof. revert E. induction l as [|x l IH]; intros E; [reflexivity|]. simpl. apply IH. Qed.

  Lemma walls_after_app w l s :
    walls_after w (l ++ [s]) = match s with CWall W => W :: walls_after w l | _ => walls_after w l end.
  Proof. revert w. induction l as [|x l IH]; intros w; [now destruct s|]. simpl. destruct x; apply IH. Qed.

  Lemma narrowed_true E s y i : narrowed E s y i = true -> E y i = true /\ demanded s y i = true.
  Proof.
    destruct s; simpl; unfold with_wall, without; rewrite ?andb_true_iff; tauto.
  Qed.

  Lemma E_after_true E l y i :
    E_after E l y i = true -> E y i = true /\ forall s, In s l -> demanded s y i = true.
  Proof.
    revert E. induction l as [|x l IH]; intros E H; [split; [exact H | intros s []]|]. simpl in H.
    destruct (IH _ H) as (H1 & H2). apply narrowed_true in H1. destruct H1 as (H1 & H3). split; [exact H1|].
    intros s [<-|Hs]; [exact H3 | now apply H2].
  Qed.

  Lemma walls_after_in w l W : In W (walls_after w l) -> In W w \/ In (CWall W) l.
  Proof.
    revert w. induction l as [|x l IH]; intros w H; [now left|]. simpl in H.
    destruct x; destruct (IH _ H) as [Hw|Hl]; try (right; now right); try (left; exact Hw).
    destruct Hw as [->|Hw]; [right; now left | now left].
  Qed.

  Lemma walls_after_has l W : forall w, In (CWall W) l -> In W (walls_after w l).
  Proof.
    assert (Hmono : forall l w, In W w -> In W (walls_after w l)).
    { induction l0 as [|x l0 IH]; intros w Hw; [exact Hw|]. simpl. destruct x; apply IH; auto. now right. }
    induction l as [|x l IH]; intros w Hin; [destruct Hin|]. destruct Hin as [->|Hin].
    - simpl. apply Hmono. now left.
    - simpl. destruct x; now apply IH.
  Qed.

  (** ** Valuations *)

  Lemma v_now steps sel m c a :
    st_ a = true -> flit_value (val steps sel (fun k => k <? m)) (frame c false a) = P_ a (fst (steps c)).
  Proof. intros Ha. exact (pred_now_value A obs fl more HA Hmore steps sel (fun k => k <? m) c a Ha). Qed.
  Lemma v_aft steps sel m c a :
    flit_value (val steps sel (fun k => k <? m)) (frame c true a) = after (P_ a) (fst (steps c)) (snd (steps c)).
  Proof. exact (aft_value A obs fl more HA Hfl Hmore steps sel (fun k => k <? m) c a). Qed.
  Lemma P_neg' a s : P_ (neg a) s = negb (P_ a s).
  Proof. apply pred_of_neg. Qed.
  Lemma aft_neg' a y i : after (P_ (neg a)) y i = negb (after (P_ a) y i).
  Proof. apply pred_of_neg. Qed.

  (** Good literals have in [v] the values of their predicates in [steps]; the first [m] prefix variables are true. *)
  Record valuation (fr : nat -> bool -> aig_lit -> flit) (good : aig_lit -> Prop) (steps : nat -> state M * input M)
      (sel : nat -> bool) (m : nat) (v : fvar -> bool) : Prop := {
    val_respects : respects (all_gates A more) fr v;
    val_sel : forall k, v (Sel k) = sel k;
    val_pre : forall k, v (Pre k) = (k <? m);
    val_neg : forall a, good a -> good (neg a);
    val_now : forall c a, good a -> flit_value v (frame c false a) = P_ a (fst (steps c));
    val_aft : forall c a, good a -> flit_value v (frame c true a) = after (P_ a) (fst (steps c)) (snd (steps c));
    val_C : forall c, flit_value v (frame c false Cl) = C M (fst (steps c)) (snd (steps c))
  }.

  Lemma plain_valuation steps sel m :
    valuation frame (fun a => st_ a = true) steps sel m (val steps sel (fun k => k <? m)).
  Proof.
    constructor.
    - apply (step_val_respects A obs fl more HA Hfl Hmore).
    - reflexivity.
    - reflexivity.
    - intros a Ha. exact Ha.
    - intros c a Ha. now apply v_now.
    - intros c a _. apply v_aft.
    - intros c. rewrite <- HC. exact (now_value A obs fl more HA Hmore steps sel (fun k => k <? m) c Cl).
  Qed.

  (** With values of what is remembered: literals that do not depend on them. *)
  Lemma memory_valuation w rem steps sel m :
    memory_ok A obs fl w more = true -> free A obs fl w more Cl = true ->
    valuation (memory_frame A obs fl w) (fun a => st_ a = true /\ free A obs fl w more a = true) steps sel m
      (memory_val A obs fl more HA w steps rem sel (fun k => k <? m)).
  Proof.
    intros Hw HCl. constructor.
    - now apply memory_respects.
    - reflexivity.
    - reflexivity.
    - intros a Ha. exact Ha.
    - intros c a (Hs & Ha). now apply free_now.
    - intros c a (Hs & Ha). now apply free_aft.
    - intros c. rewrite <- HC. now apply free_lit.
  Qed.

  (** ** The clauses of a step are true where its demands are, or where its prefix variable is false *)

  Section Clauses.
    Variables (fr : nat -> bool -> aig_lit -> flit) (good : aig_lit -> Prop) (steps : nat -> state M * input M).
    Variables (sel : nat -> bool) (m : nat) (v : fvar -> bool).
    Hypothesis Hv : valuation fr good steps sel m v.

    Lemma pre_value k s : flit_value v (Pre k, s) = xorb (k <? m) s.
    Proof. unfold flit_value. cbn [fst snd]. now rewrite (val_pre _ _ _ _ _ _ Hv k). Qed.

    Lemma narrow_off k s copies t cl :
      m <= S k -> In (t, cl) (narrow A obs fl k s copies) -> t = None /\ fclause_true v cl = true.
    Proof.
      intros Hm Hin.
      assert (Hp : flit_value v (Pre (S k), true) = true).
      { assert (Hlt : S k <? m = false) by (apply Nat.ltb_ge; lia). now rewrite pre_value, Hlt. }
      unfold narrow in Hin. destruct Hin as [[= <- <-]|Hin].
      - split; [reflexivity|]. unfold fclause_true. cbn [existsb]. now rewrite Hp.
      - apply in_map_iff in Hin. destruct Hin as (x & [= <- <-] & _). split; [reflexivity|].
        unfold fclause_true. cbn [existsb]. now rewrite Hp.
    Qed.

    Lemma demand_true c s cl :
      good (step_lit s) -> demanded s (fst (steps c)) (snd (steps c)) = true ->
      In cl (demand A obs fl c s) -> fclause_true v cl = true.
    Proof.
      intros Hs Hd Hin.
      assert (Hn := val_neg _ _ _ _ _ _ Hv). assert (Hnow := val_now _ _ _ _ _ _ Hv). assert (Haft := val_aft _ _ _ _ _ _ Hv).
      destruct s as [W|D|D|W J]; cbn [step_lit] in Hs; cbn [demand] in Hin; destruct Hin as [<-|[<-|[]]];
        unfold fclause_true; cbn [existsb]; fold frame; rewrite ?Haft, ?Hnow, ?aft_neg', ?P_neg' by auto;
        cbn [demanded] in Hd.
      - apply eqb_prop in Hd. rewrite Hd. now destruct (after (P_ W) (fst (steps c)) (snd (steps c))).
      - apply eqb_prop in Hd. rewrite Hd. now destruct (after (P_ W) (fst (steps c)) (snd (steps c))).
      - apply andb_true_iff in Hd. destruct Hd as (Hd & _). now rewrite Hd.
      - apply andb_true_iff in Hd. destruct Hd as (_ & Hd). now rewrite Hd.
      - apply andb_true_iff in Hd. destruct Hd as (Hd & _). now rewrite Hd.
      - apply andb_true_iff in Hd. destruct Hd as (_ & Hd). now rewrite Hd.
      - apply andb_true_iff in Hd. destruct Hd as (Hd & _). now rewrite Hd.
      - apply andb_true_iff in Hd. destruct Hd as (_ & Hd). now rewrite Hd.
    Qed.

    Lemma agree_true c s cl :
      good (step_lit s) ->
      (forall W, s = CWall W -> P_ W (fst (steps 0)) = P_ W (fst (steps c))) ->
      In cl (agree A obs fl c s) -> fclause_true v cl = true.
    Proof.
      intros Hs Heq Hin. destruct s as [W|D|D|W J]; cbn [agree] in Hin; try (now destruct Hin).
      destruct c as [|c]; [destruct Hin|]. cbn [step_lit] in Hs. specialize (Heq W eq_refl).
      assert (Hn := val_neg _ _ _ _ _ _ Hv). assert (Hnow := val_now _ _ _ _ _ _ Hv).
      destruct Hin as [<-|[<-|[]]]; unfold fclause_true; cbn [existsb]; fold frame;
        rewrite !Hnow, ?P_neg', Heq by auto; now destruct (P_ W (fst (steps (S c)))).
    Qed.

    Lemma narrow_on k s copies t cl :
      S k < m \/ k < m ->
      good (step_lit s) ->
      (forall c, c < copies -> demanded s (fst (steps c)) (snd (steps c)) = true) ->
      (forall c W, c < copies -> s = CWall W -> P_ W (fst (steps 0)) = P_ W (fst (steps c))) ->
      In (t, cl) (narrow A obs fl k s copies) -> t = None /\ fclause_true v cl = true.
    Proof.
      intros Hk Hs Hd Heq Hin. unfold narrow in Hin. destruct Hin as [[= <- <-]|Hin].
      - split; [reflexivity|].
        assert (Hp : flit_value v (Pre k, false) = true).
        { assert (Hlt : k <? m = true) by (apply Nat.ltb_lt; lia). now rewrite pre_value, Hlt. }
        unfold fclause_true. cbn [existsb]. rewrite Hp. apply orb_true_r.
      - apply in_map_iff in Hin. destruct Hin as (x & [= <- <-] & Hx). split; [reflexivity|].
        unfold fclause_true. cbn [existsb]. apply orb_true_iff. right.
        apply in_concat in Hx. destruct Hx as (l & Hl & Hx). apply in_map_iff in Hl. destruct Hl as (c & <- & Hc).
        apply in_seq in Hc. apply in_app_iff in Hx. destruct Hx as [Hx|Hx].
        + apply (demand_true c s x Hs); [apply Hd; lia | exact Hx].
        + apply (agree_true c s x Hs); [|exact Hx]. intros W HW. apply Heq; [lia | exact HW].
    Qed.
  End Clauses.

  (** ** Loops: what is remembered, as the rule has it *)

  Definition key_of (w : memory) (y : state M) : list bool := map (fun l => P_ l y) (m_saved w).

  Definition rem_of (w : memory) (s f : list bool) (v : nat) : bool :=
    if is_saved w v then nth (v - m_first w) s false else nth (v - flag_var w 0) f false.

  Definition relation_of (w : memory) (V : aig_lit) (y : state M) (s f : list bool) : Prop :=
    length f = F M /\ lit_value (value_with A obs fl more HA w (rem_of w s f) y (i0 A obs fl HA)) V = true.

  Lemma F_length : F M = length fl.
  Proof. change (length (fairness_list A obs fl) = length fl). unfold fairness_list. apply map_length. Qed.

  Lemma nth_raise y f j :
    length f = F M -> j < F M -> nth j (raise M (seq 0 (F M)) y f) false = nth j f false || B M j y.
  Proof.
    intros Hf Hj. unfold raise.
    rewrite (nth_indep _ false ((fun jf => snd jf || B M (fst jf) y) (0, false)))
      by (rewrite map_length, combine_length, seq_length; lia).
    rewrite (map_nth (fun jf => snd jf || B M (fst jf) y)), combine_nth by now rewrite seq_length.
    rewrite seq_nth by exact Hj. reflexivity.
  Qed.

  Lemma saved_not_flag w v : is_saved w v = true -> is_flag fl w v = false.
  Proof.
    unfold is_saved, is_flag. rewrite andb_true_iff. intros (_ & H). apply Nat.ltb_lt in H.
    apply andb_false_iff. left. apply Nat.leb_gt. exact H.
  Qed.

  Lemma raise_rem w s f y u :
    length f = F M -> remembered fl w u = true ->
    raise_memory A obs fl HA w (rem_of w s f) y u = rem_of w s (raise M (seq 0 (F M)) y f) u.
  Proof.
    intros Hf Hu. unfold raise_memory, rem_of, remembered in *. destruct (is_saved w u) eqn:Es.
    - now rewrite (saved_not_flag w u Es).
    - cbn [orb] in Hu. rewrite Hu. symmetry. apply nth_raise; [exact Hf|].
      unfold is_flag, flag_var in Hu. apply andb_true_iff in Hu. destruct Hu as (H1 & H2).
      apply Nat.leb_le in H1. apply Nat.ltb_lt in H2. rewrite F_length. unfold flag_var. lia.
  Qed.

  Section Loops.
    Variables (w : memory) (V : aig_lit).
    Hypothesis Hw : memory_ok A obs fl w more = true.
    Hypothesis HVs : st_ V = true.
    Hypothesis Hsaved : forall l, In l (m_saved w) -> st_ l = true /\ free A obs fl w more l = true.
    Variables (y : state M) (i : input M) (s f : list bool) (sel pre : nat -> bool).
    Let v := memory_val A obs fl more HA w (fun _ => (y, i)) (rem_of w s f) sel pre.

    Lemma now_relation :
      flit_value v (frame 0 false V) = lit_value (value_with A obs fl more HA w (rem_of w s f) y (i0 A obs fl HA)) V.
    Proof.
      etransitivity; [apply (memory_now A obs fl more HA Hmore w Hw (fun _ => (y, i)) (rem_of w s f) sel pre 0 V)|].
      now apply value_with_closed.
    Qed.

    Lemma after_relation :
      length f = F M ->
      flit_value v (memory_frame A obs fl w 0 true (neg V))
      = negb (lit_value (value_with A obs fl more HA w (rem_of w s (raise M (seq 0 (F M)) y f)) (next M y i) (i0 A obs fl HA)) V).
    Proof.
      intros Hf.
      etransitivity; [apply (memory_aft A obs fl more HA Hfl Hmore w Hw HB (fun _ => (y, i)) (rem_of w s f) sel pre 0 (neg V))|].
      rewrite neg_value. f_equal. unfold lit_value. f_equal. apply value_with_ext.
      intros u Hu. cbn [fst]. now apply raise_rem.
    Qed.

    Lemma flag_value j sgn :
      j < length fl -> flit_value v (frame 0 false (flag_var w j, sgn)) = xorb (nth j f false) sgn.
    Proof.
      intros Hj.
      etransitivity; [apply (memory_now A obs fl more HA Hmore w Hw (fun _ => (y, i)) (rem_of w s f) sel pre 0)|].
      unfold lit_value. cbn [fst snd]. f_equal.
      assert (Hs : is_saved w (flag_var w j) = false).
      { unfold is_saved. apply andb_false_iff. right. apply Nat.ltb_ge. unfold flag_var. lia. }
      assert (Hf : is_flag fl w (flag_var w j) = true).
      { unfold is_flag. apply andb_true_iff. split; [apply Nat.leb_le | apply Nat.ltb_lt]; unfold flag_var; lia. }
      rewrite remembered_value by (try assumption; unfold remembered; now rewrite Hf, orb_true_r).
      unfold rem_of. rewrite Hs. f_equal. unfold flag_var. lia.
    Qed.

    Lemma flags_true up x :
      length f = F M -> Forall (fun b => b = up) f -> In x (flag_clauses A obs fl w up) -> fclause_true v x = true.
    Proof.
      intros Hf Hup Hx. unfold flag_clauses in Hx. apply in_map_iff in Hx. destruct Hx as (j & <- & Hj).
      apply in_seq in Hj. unfold fclause_true. cbn [existsb]. fold frame. rewrite flag_value by lia.
      rewrite Forall_forall in Hup. rewrite (Hup (nth j f false)) by (apply nth_In; rewrite Hf, F_length; lia).
      now destruct up.
    Qed.

    Lemma saved_value k sgn :
      k < length (m_saved w) -> flit_value v (frame 0 false (saved_var w k, sgn)) = xorb (nth k s false) sgn.
    Proof.
      intros Hk.
      etransitivity; [apply (memory_now A obs fl more HA Hmore w Hw (fun _ => (y, i)) (rem_of w s f) sel pre 0)|].
      unfold lit_value. cbn [fst snd]. f_equal.
      assert (Hs : is_saved w (saved_var w k) = true).
      { unfold is_saved. apply andb_true_iff. split; [apply Nat.leb_le | apply Nat.ltb_lt]; unfold saved_var, flag_var; lia. }
      rewrite remembered_value by (try assumption; unfold remembered; now rewrite Hs).
      unfold rem_of. rewrite Hs. f_equal. unfold saved_var. lia.
    Qed.

    Lemma saved_true x : s = key_of w y -> In x (saved_clauses A obs fl w) -> fclause_true v x = true.
    Proof.
      intros Hs Hx. unfold saved_clauses in Hx. apply in_concat in Hx. destruct Hx as (cs & Hcs & Hx).
      apply in_map_iff in Hcs. destruct Hcs as (k & <- & Hk). apply in_seq in Hk.
      set (l := nth k (m_saved w) (0, false)) in *.
      assert (Hl : In l (m_saved w)) by (apply nth_In; lia). destruct (Hsaved l Hl) as (Hst & Hfree).
      assert (Hkey : nth k s false = P_ l y).
      { rewrite Hs. unfold key_of. rewrite (nth_indep _ false (P_ (0, false) y)) by (rewrite map_length; lia).
        exact (map_nth (fun l => P_ l y) (m_saved w) (0, false) k). }
      assert (Hnow : forall a, st_ a = true -> free A obs fl w more a = true -> flit_value v (frame 0 false a) = P_ a y).
      { intros a Ha Hf. apply (free_now A obs fl more HA Hmore w Hw (fun _ => (y, i)) (rem_of w s f) sel pre 0 a Ha Hf). }
      destruct Hx as [<-|[<-|[]]]; unfold fclause_true; cbn [existsb]; fold frame;
        rewrite saved_value by lia; rewrite Hkey.
      - rewrite (Hnow l Hst Hfree). now destruct (P_ l y).
      - rewrite (Hnow (neg l) Hst Hfree), P_neg'. now destruct (P_ l y).
    Qed.
  End Loops.

  (** ** One block *)

  Definition step_in (s : c_step) : wall_step M :=
    match s with
    | CWall W => Wall M (P_ W)
    | CDead D => Dead M (P_ D)
    | CUnborn D => Unborn M (P_ D)
    | CSide W J => Side M (P_ W) J
    end.

  Definition ending_in (b : c_block) : ending M :=
    match cb_loop b with
    | None => EndFair M (cb_end b)
    | Some (w, V) => EndLoop M (list bool) (key_of w) (relation_of w V)
    end.

  Definition block_in (b : c_block) : block M := Block M (P_ (cb_G b)) (map step_in (cb_steps b)) (ending_in b).

  Section OneBlock.
    Variables (P : aig_lit) (before : list aig_lit) (b : c_block) (X : pred M).
    Hypothesis HPs : st_ P = true.
    Hypothesis Hbs : forall a, In a before -> st_ a = true.
    Hypothesis HGs : st_ (cb_G b) = true.
    Hypothesis Hss : forall s, In s (cb_steps b) -> st_ (step_lit s) = true.
    Hypothesis Hadm : steps_admitted fl [] (cb_steps b) = true.
    Hypothesis Hend : forallb (fun j => j <? length fl) (cb_end b) = true.
    Hypothesis HX : forall y, X y = P_ R y && P_ P y && forallb (fun g => negb (P_ g y)) before.
    Hypothesis Hwalls : done_ (walls_obligation A obs fl R Cl P before b).
    Hypothesis Hskeleton : done_ (skeleton_obligation A obs fl R Cl P before b).

    Let G := cb_G b.
    Let stepsb := cb_steps b.
    Let E0 : step_set M := steps_within M (p_and X (P_ G)).

    Lemma arena_now c steps sel pre :
      X (fst (steps c)) = true -> forallb (flit_value (val steps sel pre)) (frame_arena A obs fl R P before c false) = true.
    Proof.
      intros H. rewrite HX, !andb_true_iff in H. destruct H as ((HR & HPy) & Hb). unfold frame_arena. cbn [map forallb].
      fold frame.
      assert (Hn : forall a, st_ a = true -> flit_value (val steps sel pre) (frame c false a) = P_ a (fst (steps c)))
        by (intros a Ha; exact (pred_now_value A obs fl more HA Hmore steps sel pre c a Ha)).
      rewrite !Hn by assumption. rewrite HR, HPy. cbn [andb].
      apply forallb_forall. intros x Hx. apply in_map_iff in Hx. destruct Hx as (a & <- & Ha).
      apply in_map_iff in Ha. destruct Ha as (g & <- & Hg). fold frame. rewrite Hn by (exact (Hbs g Hg)).
      rewrite P_neg'. rewrite forallb_forall in Hb. now apply Hb.
    Qed.

    Lemma arena_aft c steps sel pre :
      after X (fst (steps c)) (snd (steps c)) = true ->
      forallb (flit_value (val steps sel pre)) (frame_arena A obs fl R P before c true) = true.
    Proof.
      intros H. unfold after in H. rewrite HX, !andb_true_iff in H. destruct H as ((HR & HPy) & Hb).
      unfold frame_arena. cbn [map forallb]. fold frame.
      assert (Hn : forall a, flit_value (val steps sel pre) (frame c true a) = P_ a (next M (fst (steps c)) (snd (steps c))))
        by (intros a; exact (aft_value A obs fl more HA Hfl Hmore steps sel pre c a)).
      rewrite !Hn, HR, HPy. cbn [andb].
      apply forallb_forall. intros x Hx. apply in_map_iff in Hx. destruct Hx as (a & <- & Ha).
      apply in_map_iff in Ha. destruct Ha as (g & <- & Hg). fold frame. rewrite Hn, P_neg'.
      rewrite forallb_forall in Hb. now apply Hb.
    Qed.

    (** The context of the walls query. *)
    Lemma walls_context y i sel pre x :
      X y = true -> P_ G y = true -> C M y i = true -> after X y i = true ->
      In x (units (frame_arena A obs fl R P before 0 false ++ [frame 0 false G; frame 0 false Cl] ++
                   frame_arena A obs fl R P before 0 true)) ->
      fclause_true (val (fun _ => (y, i)) sel pre) x = true.
    Proof.
      intros HXy HG HCy HXN Hin.
      assert (Hall : forallb (fclause_true (val (fun _ => (y, i)) sel pre))
                (units (frame_arena A obs fl R P before 0 false ++ [frame 0 false G; frame 0 false Cl] ++
                   frame_arena A obs fl R P before 0 true)) = true).
      { rewrite units_true, !forallb_app. rewrite (arena_now 0 (fun _ => (y, i)) sel pre HXy).
        rewrite (arena_aft 0 (fun _ => (y, i)) sel pre HXN). cbn [forallb andb].
        assert (H1 : flit_value (val (fun _ => (y, i)) sel pre) (frame 0 false G) = P_ G y)
          by (exact (pred_now_value A obs fl more HA Hmore (fun _ => (y, i)) sel pre 0 G HGs)).
        assert (H2 : flit_value (val (fun _ => (y, i)) sel pre) (frame 0 false Cl) = C M y i).
        { rewrite <- HC. exact (now_value A obs fl more HA Hmore (fun _ => (y, i)) sel pre 0 Cl). }
        rewrite H1, H2, HG, HCy. reflexivity. }
      rewrite forallb_forall in Hall. now apply Hall.
    Qed.

    (** Case [cs] of the walls query, with the first [m] prefix variables true, has no model. *)
    Lemma walls_refuted y i cs m :
      stepsb <> [] -> cs < S (count (fun s => negb (is_side s)) stepsb) ->
      X y = true -> P_ G y = true -> C M y i = true -> after X y i = true ->
      (0 < m -> after (P_ G) y i = true) ->
      (cs = 0 -> after (P_ G) y i = false) ->
      (forall idx s, nth_error stepsb idx = Some s -> S idx < m -> demanded s y i = true) ->
      (forall idx s, nth_error stepsb idx = Some s -> is_side s = false ->
         cs = 1 + count (fun s => negb (is_side s)) (firstn idx stepsb) ->
         idx < m /\ forall x, In x (wall_case A obs fl idx s) ->
           fclause_true (val (fun _ => (y, i)) (fun j => j =? cs) (fun k => k <? m)) x = true) -> False.
    Proof.
      intros Hne Hcs HXy HG HCy HXN HGN HG0 Hdem Hcase.
      destruct Hwalls as (f & Hf & Hu). unfold walls_obligation in Hf. fold stepsb in Hf.
      destruct stepsb as [|s0 l0] eqn:Es; [contradiction|]. rewrite <- Es in *.
      set (ob := Obligation _ _ _ _) in Hf.
      apply (case_refuted (all_gates A more) frame ob f (val (fun _ => (y, i)) (fun j => j =? cs) (fun k => k <? m)) cs Hf Hu).
      - apply (step_val_respects A obs fl more HA Hfl Hmore).
      - exact Hcs.
      - reflexivity.
      - intros c Hc. cbn [ob ob_clauses] in Hc. rewrite !in_app_iff in Hc. destruct Hc as [Hc|[Hc|Hc]].
        + apply in_map_iff in Hc. destruct Hc as (x & [= <-] & Hx). now apply walls_context.
        + destruct Hc as [Hc|[Hc|[]]]; [discriminate Hc|]. injection Hc as <-.
          assert (H := aft_value A obs fl more HA Hfl Hmore (fun _ => (y, i)) (fun j => j =? cs) (fun k => k <? m) 0 G).
          change (orb (xorb (0 <? m) true) (orb (flit_value
            (step_val A obs fl more HA (fun _ => (y, i)) (fun j => j =? cs) (fun k => k <? m)) (frame_lit A obs fl 0 true G))
            false) = true).
          rewrite H. change (orb (xorb (0 <? m) true) (orb (after (P_ G) y i) false) = true).
          destruct m as [|m']; [reflexivity|]. rewrite HGN by lia. apply orb_true_r.
        + apply in_wall_steps in Hc. destruct Hc as (idx & s & Hs & [(H & _)|Hc]); [discriminate H|].
          cbn [Nat.add] in Hc. destruct (Nat.lt_ge_cases (S idx) m) as [Hlt|Hge].
          * eapply (narrow_on _ _ _ _ _ _ (plain_valuation (fun _ => (y, i)) (fun j => j =? cs) m) idx s 1); [now left| | | |exact Hc].
            -- apply Hss. fold stepsb. rewrite Es in Hs. rewrite Es. now apply nth_error_In in Hs.
            -- intros c0 _. apply (Hdem idx s Hs Hlt).
            -- intros c0 W H0 _. reflexivity.
          * now apply (narrow_off _ _ _ _ _ _ (plain_valuation (fun _ => (y, i)) (fun j => j =? cs) m) idx s 1 None c Hge).
      - intros c Hc. cbn [ob ob_clauses] in Hc. rewrite !in_app_iff in Hc. destruct Hc as [Hc|[Hc|Hc]].
        + apply in_map_iff in Hc. destruct Hc as (x & H & _). discriminate H.
        + destruct Hc as [Hc|[Hc|[]]]; [|discriminate Hc]. injection Hc as Hcs0 <-.
          assert (H := aft_value A obs fl more HA Hfl Hmore (fun _ => (y, i)) (fun j => j =? cs) (fun k => k <? m) 0 (neg G)).
          change (orb (flit_value
            (step_val A obs fl more HA (fun _ => (y, i)) (fun j => j =? cs) (fun k => k <? m)) (frame_lit A obs fl 0 true (neg G)))
            false = true).
          rewrite H. change (orb (after (P_ (neg G)) y i) false = true).
          rewrite aft_neg', HG0 by now symmetry. reflexivity.
        + apply in_wall_steps in Hc. destruct Hc as (idx & s & Hs & [(H & Hside & Hx)|Hc]).
          * injection H as H. cbn [Nat.add] in Hx. now apply (Hcase idx s Hs Hside H).
          * cbn [Nat.add] in Hc. exfalso.
            assert (Hn : Some cs = None).
            { apply (proj1 (B := fclause_true (val (fun _ => (y, i)) (fun j => j =? cs) (fun k => k <? 0)) c = true)).
              apply (narrow_off _ _ _ _ _ _ (plain_valuation (fun _ => (y, i)) (fun j => j =? cs) 0) idx s 1 (Some cs) c); [lia | exact Hc]. }
            discriminate Hn.
      - intros j c Hc H1. cbn [ob ob_cases ob_clauses] in *.
        assert (Hz : cs = 0) by (unfold count in Hcs; lia). subst cs.
        rewrite !in_app_iff in Hc. destruct Hc as [Hc|[Hc|Hc]].
        + apply in_map_iff in Hc. destruct Hc as (x & H & _). discriminate H.
        + destruct Hc as [Hc|[Hc|[]]]; [|discriminate Hc]. now injection Hc as <- _.
        + apply in_wall_steps in Hc. destruct Hc as (idx & s & Hs & [(H & Hside & Hx)|Hc]).
          * exfalso. assert (Hlt := count_firstn_le (fun s => negb (is_side s)) stepsb idx s Hs ltac:(cbn beta; now rewrite Hside)).
            unfold count in *. rewrite Es in *. lia.
          * exfalso. assert (Hn : Some j = None).
            { apply (proj1 (B := fclause_true (val (fun _ => (y, i)) (fun j => j =? 0) (fun k => k <? 0)) c = true)).
              apply (narrow_off _ _ _ _ _ _ (plain_valuation (fun _ => (y, i)) (fun j => j =? 0) 0) (0 + idx) s 1 (Some j) c); [lia | exact Hc]. }
            discriminate Hn.
    Qed.

    Lemma E0_true y i : E0 y i = true ->
      X y = true /\ P_ G y = true /\ C M y i = true /\ after X y i = true /\ after (P_ G) y i = true.
    Proof. unfold E0, steps_within, p_and, after. rewrite !andb_true_iff. tauto. Qed.

    Lemma closed_written :
      impossible (fun y i => X y && P_ G y && C M y i && after X y i && negb (after (P_ G) y i)).
    Proof.
      intros y i. apply not_true_is_false. intros Hcase. rewrite !andb_true_iff in Hcase.
      destruct Hcase as ((((HXy & HG) & HCy) & HXN) & HGN). apply negb_true_iff in HGN.
      destruct stepsb as [|s0 l0] eqn:Es.
      - assert (Hd := Hwalls). unfold walls_obligation in Hd. fold stepsb in Hd. rewrite Es in Hd.
        apply (simple_refuted A obs fl more HA Hfl Hmore _ _ _ (fun _ => (y, i)) Hd (or_introl eq_refl)); intros sel pre.
        + apply forallb_forall. intros x Hx. now apply walls_context.
        + assert (H := aft_value A obs fl more HA Hfl Hmore (fun _ => (y, i)) sel pre 0 (neg G)).
          change (andb (orb (flit_value (step_val A obs fl more HA (fun _ => (y, i)) sel pre) (frame_lit A obs fl 0 true (neg G)))
            false) true = true).
          rewrite H. change (andb (orb (after (P_ (neg G)) y i) false) true = true). now rewrite aft_neg', HGN.
      - apply (walls_refuted y i 0 0); auto.
        + now rewrite Es.
        + lia.
        + lia.
        + intros idx s _ H. lia.
        + intros idx s _ _ H. discriminate H.
    Qed.

    Definition case_holds (s : c_step) (y : state M) (i : input M) : bool :=
      match s with
      | CWall W => P_ W y && negb (after (P_ W) y i)
      | CDead D => P_ D y
      | CUnborn D => after (P_ D) y i
      | CSide _ _ => false
      end.

    Lemma position done s rest idx s' :
      stepsb = done ++ s :: rest -> is_side s = false -> nth_error stepsb idx = Some s' -> is_side s' = false ->
      count (fun s => negb (is_side s)) done = count (fun s => negb (is_side s)) (firstn idx stepsb) -> idx = length done /\ s' = s.
    Proof.
      intros Hsplit Hs Hidx Hs' Hcount.
      assert (Hhere : nth_error stepsb (length done) = Some s).
      { rewrite Hsplit, nth_error_app2, Nat.sub_diag by lia. reflexivity. }
      assert (Hfirst : firstn (length done) stepsb = done).
      { rewrite Hsplit. rewrite firstn_app, Nat.sub_diag, firstn_all. simpl. apply app_nil_r. }
      rewrite <- Hfirst in Hcount at 1.
      destruct (lt_eq_lt_dec idx (length done)) as [[Hlt|Heq]|Hgt].
      - assert (H := count_firstn_lt (fun s => negb (is_side s)) stepsb idx (length done) s' Hidx
                       ltac:(cbn beta; now rewrite Hs') Hlt). lia.
      - subst idx. split; [reflexivity | congruence].
      - assert (H := count_firstn_lt (fun s => negb (is_side s)) stepsb (length done) idx s Hhere
                       ltac:(cbn beta; now rewrite Hs) Hgt). lia.
    Qed.

    Lemma wall_case_written done s rest y i :
      stepsb = done ++ s :: rest -> is_side s = false ->
      E_after E0 done y i = true -> case_holds s y i = true -> False.
    Proof.
      intros Hsplit Hs HE Hcase. apply E_after_true in HE. destruct HE as (HE & Hdem).
      apply E0_true in HE. destruct HE as (HXy & HG & HCy & HXN & HGN).
      assert (Hhere : nth_error stepsb (length done) = Some s).
      { rewrite Hsplit, nth_error_app2, Nat.sub_diag by lia. reflexivity. }
      assert (Hst : st_ (step_lit s) = true) by (apply Hss; apply nth_error_In with (length done); exact Hhere).
      apply (walls_refuted y i (1 + count (fun s => negb (is_side s)) done) (S (length done))); auto.
      - rewrite Hsplit. now destruct done.
      - rewrite Hsplit. unfold count. rewrite filter_app, app_length. cbn [filter]. rewrite Hs. simpl. lia.
      - discriminate.
      - intros idx s' Hidx Hlt. apply Hdem. rewrite Hsplit, nth_error_app1 in Hidx by lia.
        now apply nth_error_In in Hidx.
      - intros idx s' Hidx Hs' Hc. injection Hc as Hc.
        destruct (position done s rest idx s' Hsplit Hs Hidx Hs' Hc) as (-> & ->). split; [lia|].
        set (sel := fun j => j =? 1 + count (fun s => negb (is_side s)) done). set (m := S (length done)).
        intros x Hx. change (fclause_true (val (fun _ => (y, i)) sel (fun k => k <? m)) x = true).
        assert (Hnow : forall a, st_ a = true ->
                  fclause_true (val (fun _ => (y, i)) sel (fun k => k <? m)) [frame 0 false a] = P_ a y).
        { intros a Ha. unfold fclause_true. cbn [existsb]. rewrite orb_false_r.
          exact (v_now (fun _ => (y, i)) sel m 0 a Ha). }
        assert (Haft : forall a,
                  fclause_true (val (fun _ => (y, i)) sel (fun k => k <? m)) [frame 0 true a] = after (P_ a) y i).
        { intros a. unfold fclause_true. cbn [existsb]. rewrite orb_false_r.
          exact (v_aft (fun _ => (y, i)) sel m 0 a). }
        unfold wall_case in Hx. destruct Hx as [<-|Hx].
        + assert (Hlt : length done <? m = true) by (apply Nat.ltb_lt; unfold m; lia).
          change (orb (xorb (length done <? m) false) false = true). now rewrite Hlt.
        + destruct s as [W|D|D|W J]; cbn [case_holds step_lit is_side] in *; try discriminate.
          * apply andb_true_iff in Hcase. destruct Hcase as (HW & HWN).
            destruct Hx as [<-|[<-|[]]].
            -- etransitivity; [apply (Hnow W Hst) | exact HW].
            -- etransitivity; [apply (Haft (neg W))|]. now rewrite aft_neg'.
          * destruct Hx as [<-|[]]. etransitivity; [apply (Hnow D Hst) | exact Hcase].
          * destruct Hx as [<-|[]]. etransitivity; [apply (Haft D) | exact Hcase].
    Qed.

    (** *** The skeleton query *)

    Let numbers := block_numbers fl b.
    Let copies := copies_for numbers.

    Lemma end_cases_length k : length (end_cases A obs fl b k) = length (end_cases A obs fl b 0).
    Proof. unfold end_cases. destruct (cb_loop b) as [[w V]|]; reflexivity. Qed.
    Lemma end_cases_some k : 1 <= length (end_cases A obs fl b k).
    Proof. unfold end_cases. destruct (cb_loop b) as [[w V]|]; simpl; lia. Qed.

    Section Skeleton.
    Variables (fr : nat -> bool -> aig_lit -> flit) (good : aig_lit -> Prop).
    Hypothesis Hfr : frame_of A obs fl (skeleton_obligation A obs fl R Cl P before b) = fr.
    Hypothesis HgR : good R.
    Hypothesis HgP : good P.
    Hypothesis Hgb : forall a, In a before -> good a.
    Hypothesis HgG : good G.
    Hypothesis Hgs : forall s, In s stepsb -> good (step_lit s).
    Hypothesis HgB : forall j, j < length fl -> good (fair_state_lit A obs fl j).
    Hypothesis Hval : forall steps sel m, exists v, valuation fr good steps sel m v.

    Lemma arena_now_good steps sel m v c :
      valuation fr good steps sel m v -> X (fst (steps c)) = true ->
      forallb (flit_value v) (frame_arena A obs fl R P before c false) = true.
    Proof.
      intros Hv H. assert (Hneg := val_neg _ _ _ _ _ _ Hv). assert (Hn := val_now _ _ _ _ _ _ Hv c).
      rewrite HX, !andb_true_iff in H. destruct H as ((HR & HPy) & Hb). unfold frame_arena. cbn [map forallb]. fold frame.
      rewrite !Hn by assumption. rewrite HR, HPy. cbn [andb].
      apply forallb_forall. intros x Hx. apply in_map_iff in Hx. destruct Hx as (a & <- & Ha).
      apply in_map_iff in Ha. destruct Ha as (g & <- & Hg). fold frame. rewrite Hn by (apply Hneg; now apply Hgb).
      rewrite P_neg'. rewrite forallb_forall in Hb. now apply Hb.
    Qed.

    Lemma arena_aft_good steps sel m v c :
      valuation fr good steps sel m v -> after X (fst (steps c)) (snd (steps c)) = true ->
      forallb (flit_value v) (frame_arena A obs fl R P before c true) = true.
    Proof.
      intros Hv H. assert (Hneg := val_neg _ _ _ _ _ _ Hv). assert (Hn := val_aft _ _ _ _ _ _ Hv c).
      unfold after in H. rewrite HX, !andb_true_iff in H. destruct H as ((HR & HPy) & Hb).
      unfold frame_arena. cbn [map forallb]. fold frame. apply andb_true_iff. split; [|apply andb_true_iff; split].
      - etransitivity; [exact (Hn R HgR) | exact HR].
      - etransitivity; [exact (Hn P HgP) | exact HPy].
      - apply forallb_forall. intros x Hx. apply in_map_iff in Hx. destruct Hx as (a & <- & Ha).
        apply in_map_iff in Ha. destruct Ha as (g & <- & Hg).
        etransitivity; [exact (Hn (neg g) (Hneg g (Hgb g Hg)))|].
        etransitivity; [apply aft_neg'|]. rewrite forallb_forall in Hb. exact (Hb g Hg).
    Qed.

    Lemma skeleton_refuted (steps : nat -> state M * input M) cs m v :
      valuation fr good steps (fun j => j =? cs) m v ->
      cs < count is_side stepsb + length (end_cases A obs fl b 0) ->
      (forall c, c < copies -> E0 (fst (steps c)) (snd (steps c)) = true) ->
      (forall idx s c, nth_error stepsb idx = Some s -> S idx < m -> c < copies ->
         demanded s (fst (steps c)) (snd (steps c)) = true) ->
      (forall idx W c, nth_error stepsb idx = Some (CWall W) -> S idx < m -> c < copies ->
         P_ W (fst (steps 0)) = P_ W (fst (steps c))) ->
      (forall idx W J, nth_error stepsb idx = Some (CSide W J) -> cs = count is_side (firstn idx stepsb) ->
         forall x, In x (side_case A obs fl numbers idx W J) -> fclause_true v x = true) ->
      (forall e case, nth_error (end_cases A obs fl b (length stepsb)) e = Some case -> cs = count is_side stepsb + e ->
         forall x, In x case -> fclause_true v x = true) -> False.
    Proof.
      intros Hv Hcs HE Hdem Hagree Hside Hendc. destruct Hskeleton as (f & Hf & Hu). rewrite Hfr in Hf.
      unfold skeleton_obligation in Hf.
      fold numbers in Hf. fold copies in Hf. fold stepsb in Hf. fold G in Hf. set (ob := Obligation _ _ _ _) in Hf.
      assert (Hnone : forall k idx s t cl, nth_error stepsb idx = Some s -> k = idx ->
                In (t, cl) (narrow A obs fl k s copies) -> t = None /\ fclause_true v cl = true).
      { intros k idx s t cl Hs -> Hin. destruct (Nat.lt_ge_cases (S idx) m) as [Hlt|Hge].
        - apply (narrow_on _ _ _ _ _ _ Hv idx s copies t cl); [now left| | | |exact Hin].
          + apply Hgs. now apply nth_error_In in Hs.
          + intros c Hc. now apply (Hdem idx s c Hs Hlt).
          + intros c W Hc ->. now apply (Hagree idx W c Hs Hlt).
        - now apply (narrow_off _ _ _ _ _ _ Hv idx s copies t cl Hge). }
      apply (case_refuted (all_gates A more) fr ob f v cs Hf Hu).
      - exact (val_respects _ _ _ _ _ _ Hv).
      - exact Hcs.
      - exact (val_sel _ _ _ _ _ _ Hv).
      - intros c Hc. cbn [ob ob_clauses] in Hc. rewrite in_app_iff in Hc. destruct Hc as [Hc|Hc].
        + apply in_map_iff in Hc. destruct Hc as (x & [= <-] & Hx).
          unfold units in Hx. apply in_map_iff in Hx. destruct Hx as (l & <- & Hl).
          apply in_concat in Hl. destruct Hl as (ls & Hls & Hl). apply in_map_iff in Hls.
          destruct Hls as (c & <- & Hcc). apply in_seq in Hcc.
          destruct (E0_true _ _ (HE c ltac:(lia))) as (HXy & HG & HCy & HXN & HGN).
          unfold fclause_true. cbn [existsb]. rewrite orb_false_r.
          unfold skeleton_context in Hl. rewrite !in_app_iff in Hl.
          destruct Hl as [Hl|[Hl|[Hl|Hl]]].
          * assert (H := arena_now_good steps _ m v c Hv HXy). rewrite forallb_forall in H. now apply H.
          * destruct Hl as [<-|[<-|[]]].
            -- etransitivity; [exact (val_now _ _ _ _ _ _ Hv c G HgG) | exact HG].
            -- etransitivity; [exact (val_C _ _ _ _ _ _ Hv c) | exact HCy].
          * assert (H := arena_aft_good steps _ m v c Hv HXN). rewrite forallb_forall in H. now apply H.
          * destruct Hl as [<-|[]]. etransitivity; [exact (val_aft _ _ _ _ _ _ Hv c G HgG) | exact HGN].
        + apply in_skeleton_steps in Hc.
          destruct Hc as [(idx & s & Hs & [(W & J & _ & H & _)|Hc])|(e & case & _ & H & _)]; [discriminate H| |discriminate H].
          now apply (Hnone (0 + idx) idx s None c Hs eq_refl).
      - intros c Hc. cbn [ob ob_clauses] in Hc. rewrite in_app_iff in Hc. destruct Hc as [Hc|Hc].
        + apply in_map_iff in Hc. destruct Hc as (x & H & _). discriminate H.
        + apply in_skeleton_steps in Hc. destruct Hc as [(idx & s & Hs & [(W & J & -> & H & Hx)|Hc])|(e & case & He & H & Hx)].
          * injection H as H. cbn [Nat.add] in *. now apply (Hside idx W J Hs H).
          * exfalso. assert (Hn := proj1 (Hnone (0 + idx) idx s (Some cs) c Hs eq_refl Hc)). discriminate Hn.
          * injection H as H. cbn [Nat.add] in *. now apply (Hendc e case He H).
      - intros j c Hc H1. cbn [ob ob_cases ob_clauses] in *.
        assert (Hsome := end_cases_some 0).
        assert (Hz : count is_side stepsb = 0) by (unfold count; lia).
        rewrite in_app_iff in Hc. destruct Hc as [Hc|Hc].
        + apply in_map_iff in Hc. destruct Hc as (x & H & _). discriminate H.
        + apply in_skeleton_steps in Hc. destruct Hc as [(idx & s & Hs & [(W & J & -> & H & Hx)|Hc])|(e & case & He & H & Hx)].
          * exfalso. assert (Hlt := count_firstn_le is_side stepsb idx (CSide W J) Hs eq_refl). lia.
          * exfalso. assert (Hn := proj1 (Hnone (0 + idx) idx s (Some j) c Hs eq_refl Hc)). discriminate Hn.
          * injection H as ->. assert (Hlt : e < length (end_cases A obs fl b (0 + length stepsb)))
              by (apply nth_error_Some; congruence).
            rewrite end_cases_length in Hlt. unfold count in *. lia.
    Qed.

    (** The copies of the CNF from those of the rule: a number outside [J] repeats another copy. *)
    Definition spread (J : list nat) (cp : nat -> state M * input M) (c : nat) : state M * input M :=
      if (c <? length numbers) && mem (nth c numbers 0) J then cp (nth c numbers 0) else cp (hd 0 (copies_of J)).

    Lemma spread_is J cp c : exists j, In j (copies_of J) /\ spread J cp c = cp j.
    Proof.
      unfold spread. destruct ((c <? length numbers) && mem (nth c numbers 0) J) eqn:E.
      - apply andb_true_iff in E. destruct E as (_ & E). apply mem_In in E. exists (nth c numbers 0).
        split; [|reflexivity]. destruct J; [destruct E | exact E].
      - exists (hd 0 (copies_of J)). split; [|reflexivity]. destruct J; simpl; auto.
    Qed.

    Lemma spread_at J cp j : In j J -> In j numbers -> spread J cp (copy_of numbers j) = cp j.
    Proof.
      intros HJ Hn. unfold copy_of. destruct (index_of j numbers) as [c|] eqn:E.
      - apply index_of_some in E. destruct E as (Hc & Hj). unfold spread. apply Nat.ltb_lt in Hc. rewrite Hc, Hj.
        apply mem_In in HJ. now rewrite HJ.
      - exfalso. now apply index_of_none in E.
    Qed.

    Lemma number_in s j : (In s stepsb /\ In j (step_numbers s)) \/ In j (cb_end b) -> j < length fl -> In j numbers.
    Proof.
      intros Hor Hj. unfold numbers, block_numbers. apply filter_In. split; [apply in_seq; lia|].
      apply mem_In. apply in_app_iff. destruct Hor as [(Hs & Hn)|He]; [left | now right].
      apply in_concat. exists (step_numbers s). split; [now apply in_map | exact Hn].
    Qed.

    Lemma fair_clauses_true J cp sel m v x :
      valuation fr good (spread J cp) sel m v ->
      (forall j, In j J -> j < length fl /\ In j numbers) ->
      (forall j, In j J -> B M j (fst (cp j)) = true) ->
      In x (fair_clauses A obs fl numbers J) -> fclause_true v x = true.
    Proof.
      intros Hv HJ HBj Hx. unfold fair_clauses in Hx. apply in_map_iff in Hx. destruct Hx as (j & <- & Hj).
      destruct (HJ j Hj) as (Hlt & Hn). unfold fclause_true. cbn [existsb]. rewrite orb_false_r.
      etransitivity; [exact (val_now _ _ _ _ _ _ Hv (copy_of numbers j) _ (HgB j Hlt))|].
      rewrite (spread_at J cp j Hj Hn).
      etransitivity; [exact (fair_pred A obs fl more HA Hfl Hmore j (fst (cp j)) Hlt) | now apply HBj].
    Qed.

    Lemma prefix_true steps sel m v k :
      valuation fr good steps sel m v -> k < m -> fclause_true v [(Pre k, false)] = true.
    Proof.
      intros Hv Hk. unfold fclause_true. cbn [existsb]. rewrite (pre_value _ _ _ _ _ _ Hv).
      apply Nat.ltb_lt in Hk. now rewrite Hk.
    Qed.

    Lemma skeleton_common done J cp :
      (forall j, In j (copies_of J) -> E_after E0 done (fst (cp j)) (snd (cp j)) = true) ->
      (forall j k W, In j (copies_of J) -> In k (copies_of J) -> In W (map P_ (walls_after [] done)) ->
         W (fst (cp j)) = W (fst (cp k))) ->
      (forall c, E0 (fst (spread J cp c)) (snd (spread J cp c)) = true) /\
      (forall s c, In s done -> demanded s (fst (spread J cp c)) (snd (spread J cp c)) = true) /\
      (forall W c, In (CWall W) done -> P_ W (fst (spread J cp 0)) = P_ W (fst (spread J cp c))).
    Proof.
      intros HE Hw. split; [|split].
      - intros c. destruct (spread_is J cp c) as (j & Hj & ->). now apply (E_after_true E0 done), HE.
      - intros s c Hs. destruct (spread_is J cp c) as (j & Hj & ->). now apply (E_after_true E0 done _ _ (HE j Hj)).
      - intros W c HW. destruct (spread_is J cp 0) as (j & Hj & ->). destruct (spread_is J cp c) as (k & Hk & ->).
        apply (Hw j k (P_ W) Hj Hk). apply in_map. now apply walls_after_has.
    Qed.

    Lemma side_written done W J rest :
      stepsb = done ++ CSide W J :: rest -> (forall j, In j J -> j < length fl) ->
      skeleton_ok M (E_after E0 done) (map P_ (walls_after [] done)) J (P_ W).
    Proof.
      intros Hsplit HJ cp Hcp HBj Hw.
      destruct (skeleton_common done J cp (fun j Hj => proj1 (Hcp j Hj)) Hw) as (HE & Hdem & Hag).
      assert (Hhere : nth_error stepsb (length done) = Some (CSide W J)).
      { rewrite Hsplit, nth_error_app2, Nat.sub_diag by lia. reflexivity. }
      assert (Hfirst : firstn (length done) stepsb = done).
      { rewrite Hsplit. rewrite firstn_app, Nat.sub_diag, firstn_all. simpl. apply app_nil_r. }
      assert (HgW : good W) by (apply (Hgs (CSide W J)); apply nth_error_In with (length done); exact Hhere).
      assert (Hbefore : forall idx s, nth_error stepsb idx = Some s -> S idx < S (length done) -> In s done).
      { intros idx s Hs Hlt. rewrite Hsplit, nth_error_app1 in Hs by lia. now apply nth_error_In in Hs. }
      assert (Hlt' := count_firstn_le is_side stepsb (length done) _ Hhere eq_refl). rewrite Hfirst in Hlt'.
      destruct (Hval (spread J cp) (fun j => j =? count is_side done) (S (length done))) as (v & Hv).
      apply (skeleton_refuted (spread J cp) (count is_side done) (S (length done)) v Hv).
      - lia.
      - intros c _. apply HE.
      - intros idx s c Hs Hlt _. apply Hdem. now apply (Hbefore idx).
      - intros idx U c Hs Hlt _. apply Hag. now apply (Hbefore idx).
      - intros idx U J' Hs Hc x Hx.
        assert (Hpos : idx = length done /\ CSide U J' = CSide W J).
        { rewrite <- Hfirst in Hc at 1. destruct (lt_eq_lt_dec idx (length done)) as [[Hlt|Heq]|Hgt].
          - assert (H := count_firstn_lt is_side stepsb idx (length done) _ Hs eq_refl Hlt). lia.
          - subst idx. split; [reflexivity | congruence].
          - assert (H := count_firstn_lt is_side stepsb (length done) idx _ Hhere eq_refl Hgt). lia. }
        destruct Hpos as (-> & [= -> ->]). unfold side_case in Hx. destruct Hx as [<-|Hx].
        + apply (prefix_true _ _ _ _ _ Hv). lia.
        + apply in_app_iff in Hx. destruct Hx as [Hx|Hx].
          * apply in_map_iff in Hx. destruct Hx as (c & <- & _). unfold fclause_true. cbn [existsb]. rewrite orb_false_r.
            etransitivity; [exact (val_now _ _ _ _ _ _ Hv c W HgW)|].
            destruct (spread_is J cp c) as (j & Hj & ->). now apply Hcp.
          * apply (fair_clauses_true J cp _ _ v x Hv); [|exact HBj|exact Hx]. intros j Hj. split; [now apply HJ|].
            apply (number_in (CSide W J)); [|now apply HJ]. left.
            split; [apply nth_error_In with (length done); exact Hhere | exact Hj].
      - intros e case _ Hc. exfalso. lia.
    Qed.

    Lemma end_written :
      cb_loop b = None ->
      skeleton_ok M (E_after E0 stepsb) (map P_ (walls_after [] stepsb)) (cb_end b) p_true.
    Proof.
      intros El cp Hcp HBj Hw. set (J := cb_end b) in *.
      assert (HJ : forall j, In j J -> j < length fl).
      { intros j Hj. rewrite forallb_forall in Hend. now apply Nat.ltb_lt, Hend. }
      destruct (skeleton_common stepsb J cp (fun j Hj => proj1 (Hcp j Hj)) Hw) as (HE & Hdem & Hag).
      destruct (Hval (spread J cp) (fun j => j =? count is_side stepsb) (S (length stepsb))) as (v & Hv).
      apply (skeleton_refuted (spread J cp) (count is_side stepsb) (S (length stepsb)) v Hv).
      - assert (H := end_cases_some 0). lia.
      - intros c _. apply HE.
      - intros idx s c Hs _ _. apply Hdem. now apply nth_error_In in Hs.
      - intros idx U c Hs _ _. apply Hag. now apply nth_error_In in Hs.
      - intros idx U J' Hs Hc. exfalso. assert (Hlt := count_firstn_le is_side stepsb idx _ Hs eq_refl). lia.
      - intros e case He Hc x Hx. unfold end_cases in He. rewrite El in He. fold numbers in He. fold J in He.
        assert (e = 0) by lia. subst e. injection He as <-. unfold end_case in Hx. destruct Hx as [<-|Hx].
        + apply (prefix_true _ _ _ _ _ Hv). lia.
        + apply (fair_clauses_true J cp _ _ v x Hv); [|exact HBj|exact Hx]. intros j Hj. split; [now apply HJ|].
          apply (number_in (CDead R)); [now right | now apply HJ].
    Qed.

    (** *** Loops *)

    Section LoopEnd.
      Variables (w : memory) (V : aig_lit).
      Hypothesis El : cb_loop b = Some (w, V).
      Hypothesis Hw : memory_ok A obs fl w more = true.
      Hypothesis HVs : st_ V = true.
      Hypothesis Hsaved : forall l, In l (m_saved w) -> st_ l = true /\ free A obs fl w more l = true.
      Hypothesis Hmem : forall rem steps sel m,
        valuation fr good steps sel m (memory_val A obs fl more HA w steps rem sel (fun k => k <? m)).

      (** Case [e] of the end has no model that is an [E]-step. *)
      Lemma loop_refuted e case y i rem :
        nth_error (loop_cases A obs fl w V (length stepsb)) e = Some case -> E_after E0 stepsb y i = true ->
        (forall sel x, In x (tl case) -> fclause_true
           (memory_val A obs fl more HA w (fun _ => (y, i)) rem sel (fun k => k <? S (length stepsb))) x = true) ->
        hd [] case = [(Pre (length stepsb), false)] -> False.
      Proof.
        intros He HE Hcase Hhd. destruct (E_after_true E0 stepsb y i HE) as (HE0 & Hdem).
        assert (Hv := Hmem rem (fun _ => (y, i)) (fun j => j =? count is_side stepsb + e) (S (length stepsb))).
        apply (skeleton_refuted (fun _ => (y, i)) (count is_side stepsb + e) (S (length stepsb)) _ Hv).
        - assert (Hlt : e < length (end_cases A obs fl b (length stepsb)))
            by (unfold end_cases; rewrite El; apply nth_error_Some; congruence).
          rewrite end_cases_length in Hlt. lia.
        - intros c _. exact HE0.
        - intros idx s c Hs _ _. apply Hdem. now apply nth_error_In in Hs.
        - reflexivity.
        - intros idx U J' Hs Hc. exfalso. assert (Hlt := count_firstn_le is_side stepsb idx _ Hs eq_refl). lia.
        - intros e' case' He' Hc x Hx. unfold end_cases in He'. rewrite El in He'.
          assert (e' = e) by lia. subst e'. rewrite He in He'. injection He' as <-.
          destruct case as [|p l]; [destruct Hx|]. cbn [hd tl] in *. destruct Hx as [<-|Hx]; [|now apply Hcase].
          rewrite Hhd. apply (prefix_true _ _ _ _ _ Hv). lia.
      Qed.

      Let n := F M.

      Lemma loop_written : loop_ok M (list bool) (key_of w) (seq 0 n) (relation_of w V) (E_after E0 stepsb).
      Proof.
        constructor.
        - apply Forall_forall. intros j Hj. apply in_seq in Hj. unfold n in Hj. lia.
        - intros y i HE.
          assert (Hlen : length (no_flag (seq 0 n)) = F M) by (unfold no_flag; rewrite map_length, seq_length; reflexivity).
          split; [unfold raise; rewrite map_length, combine_length, Hlen, seq_length; unfold n; lia|].
          match goal with |- ?t = true => destruct t eqn:HV; [reflexivity | exfalso] end.
          apply (loop_refuted 0 _ y i (rem_of w (key_of w y) (no_flag (seq 0 n))) eq_refl HE); [|reflexivity].
          intros sel x Hx. cbn [tl] in Hx. rewrite !in_app_iff in Hx. destruct Hx as [Hx|[Hx|[<-|[]]]].
          + now apply (saved_true w Hw Hsaved y i (key_of w y)).
          + apply (flags_true w Hw y i (key_of w y) (no_flag (seq 0 n)) sel _ false x Hlen); [|exact Hx].
            apply Forall_forall. intros c Hc. unfold no_flag in Hc. apply in_map_iff in Hc. now destruct Hc as (? & <- & _).
          + unfold fclause_true. cbn [existsb].
            rewrite (after_relation w V Hw y i (key_of w y) (no_flag (seq 0 n)) sel _ Hlen).
            unfold n in HV. unfold n. rewrite HV. reflexivity.
        - intros y i s f (Hlen & HV) HE.
          split; [unfold raise; rewrite map_length, combine_length, Hlen, seq_length; unfold n; lia|].
          match goal with |- ?t = true => destruct t eqn:HN; [reflexivity | exfalso] end.
          apply (loop_refuted 1 _ y i (rem_of w s f) eq_refl HE); [|reflexivity].
          intros sel x Hx. cbn [tl] in Hx. destruct Hx as [<-|[<-|[]]]; unfold fclause_true; cbn [existsb].
          + fold frame. rewrite (now_relation w V Hw HVs y i s f sel _). now rewrite HV.
          + rewrite (after_relation w V Hw y i s f sel _ Hlen). unfold n in HN. rewrite HN. reflexivity.
        - intros y i f HE (Hlen & HV) Hall _.
          apply (loop_refuted 2 _ y i (rem_of w (key_of w y) f) eq_refl HE); [|reflexivity].
          intros sel x Hx. cbn [tl] in Hx. destruct Hx as [<-|Hx].
          + unfold fclause_true. cbn [existsb]. fold frame. rewrite (now_relation w V Hw HVs y i (key_of w y) f sel _).
            now rewrite HV.
          + apply in_app_iff in Hx. destruct Hx as [Hx|Hx].
            * now apply (saved_true w Hw Hsaved y i (key_of w y)).
            * now apply (flags_true w Hw y i (key_of w y) f sel _ true x Hlen).
      Qed.
    End LoopEnd.

    (** *** All steps *)

    Lemma admitted_after done : forall w rest,
      steps_admitted fl w (done ++ rest) = true -> steps_admitted fl (walls_after w done) rest = true.
    Proof.
      induction done as [|s done IH]; intros w rest H; [exact H|]. destruct s; cbn [app steps_admitted walls_after] in *.
      - now apply IH.
      - now apply IH.
      - now apply IH.
      - rewrite !andb_true_iff in H. now apply IH.
    Qed.

    Lemma steps_written e :
      ending_ok M e (E_after E0 stepsb) (map P_ (walls_after [] stepsb)) ->
      forall rest done, stepsb = done ++ rest ->
      steps_ok M (ending_ok M e) (E_after E0 done) (map P_ (walls_after [] done)) (map step_in rest).
    Proof.
      intros He. induction rest as [|s rest IH]; intros done Hsplit.
      - rewrite app_nil_r in Hsplit. subst done. exact He.
      - assert (Hnext : stepsb = (done ++ [s]) ++ rest) by (rewrite <- app_assoc; exact Hsplit).
        specialize (IH (done ++ [s]) Hnext). rewrite E_after_app, walls_after_app in IH.
        assert (Hcase : is_side s = false -> forall y i, E_after E0 done y i = true -> case_holds s y i = false).
        { intros Hs y i HE. apply not_true_is_false. intros Hc. exact (wall_case_written done s rest y i Hsplit Hs HE Hc). }
        destruct s as [W|D|D|W J]; cbn [map step_in steps_ok narrowed] in *.
        + split; [|exact IH]. intros y i. specialize (Hcase eq_refl y i). cbn [case_holds] in Hcase.
          destruct (E_after E0 done y i); [|reflexivity]. cbn [andb]. now apply Hcase.
        + split; [|exact IH]. intros y i. specialize (Hcase eq_refl y i). cbn [case_holds] in Hcase.
          destruct (E_after E0 done y i); [|reflexivity]. cbn [andb]. now apply Hcase.
        + split; [|exact IH]. intros y i. specialize (Hcase eq_refl y i). cbn [case_holds] in Hcase.
          destruct (E_after E0 done y i); [|reflexivity]. cbn [andb]. now apply Hcase.
        + assert (Ha := Hadm). fold stepsb in Ha. rewrite Hsplit in Ha. apply admitted_after in Ha.
          cbn [steps_admitted] in Ha. rewrite !andb_true_iff in Ha. destruct Ha as ((Hwall & HJ) & _).
          assert (HJ' : forall j, In j J -> j < length fl).
          { intros j Hj. rewrite forallb_forall in HJ. now apply Nat.ltb_lt, HJ. }
          split; [|split; [|split; [|exact IH]]].
          * apply existsb_exists in Hwall. destruct Hwall as (V & HV & Hsame). exists (P_ V).
            split; [now apply in_map|]. unfold same_var in Hsame. apply Nat.eqb_eq in Hsame.
            destruct W as [w sw], V as [x sx]. cbn [fst] in Hsame. subst x.
            destruct (bool_dec sw sx) as [->|Hne]; [now left|]. right. intros y.
            rewrite <- P_neg'. unfold neg. cbn [fst snd]. replace (negb sw) with sx by now destruct sw, sx.
            reflexivity.
          * apply Forall_forall. intros j Hj. change (j < length (fairness_list A obs fl)). unfold fairness_list.
            rewrite map_length. now apply HJ'.
          * now apply (side_written done W J rest).
    Qed.

    Theorem end_block : cb_loop b = None -> block_ok M X (block_in b).
    Proof.
      intros El. split; [exact closed_written|].
      assert (He : ending_in b = EndFair M (cb_end b)) by (unfold ending_in; now rewrite El).
      cbn [block_in block_end block_steps block_G]. rewrite He.
      apply (steps_written (EndFair M (cb_end b))) with (done := []); [|reflexivity].
      split; [|now apply end_written].
      apply Forall_forall. intros j Hj. rewrite forallb_forall in Hend. specialize (Hend j Hj). apply Nat.ltb_lt in Hend.
      change (j < length (fairness_list A obs fl)). unfold fairness_list. now rewrite map_length.
    Qed.

    Theorem loop_block w V :
      cb_loop b = Some (w, V) -> memory_ok A obs fl w more = true -> st_ V = true ->
      (forall l, In l (m_saved w) -> st_ l = true /\ free A obs fl w more l = true) ->
      (forall rem steps sel m,
         valuation fr good steps sel m (memory_val A obs fl more HA w steps rem sel (fun k => k <? m))) ->
      block_ok M X (block_in b).
    Proof.
      intros El Hw HVs Hsaved Hmem. split; [exact closed_written|].
      assert (He : ending_in b = EndLoop M (list bool) (key_of w) (relation_of w V)) by (unfold ending_in; now rewrite El).
      cbn [block_in block_end block_steps block_G]. rewrite He.
      apply (steps_written (EndLoop M (list bool) (key_of w) (relation_of w V))) with (done := []); [|reflexivity].
      now apply (loop_written w V).
    Qed.
    End Skeleton.

    Theorem block_written :
      (forall w V, cb_loop b = Some (w, V) -> st_ V = true /\
         (forall l, In l (m_saved w) -> st_ l = true) /\
         forall a, In a (loop_literals A obs fl R Cl P before b w) -> free A obs fl w more a = true) ->
      block_ok M X (block_in b).
    Proof.
      intros Hloop. destruct (cb_loop b) as [[w V]|] eqn:El.
      - destruct (Hloop w V eq_refl) as (HVs & Hsv & Hfree). clear Hloop. unfold loop_literals in Hfree.
        assert (HCl : free A obs fl w more Cl = true) by (apply Hfree; now left).
        assert (Hw : memory_ok A obs fl w more = true).
        { unfold free in HCl. rewrite !andb_true_iff in HCl. tauto. }
        apply (loop_block (memory_frame A obs fl w) (fun a => st_ a = true /\ free A obs fl w more a = true)) with (w := w) (V := V).
        + unfold frame_of, skeleton_obligation. cbn [ob_memory]. rewrite El. reflexivity.
        + split; [exact HRs|]. apply Hfree. right. now left.
        + split; [exact HPs|]. apply Hfree. right. right. now left.
        + intros a Ha. split; [now apply Hbs|]. apply Hfree. do 4 right. apply in_app_iff. now left.
        + split; [exact HGs|]. apply Hfree. do 3 right. now left.
        + intros s Hs. split; [now apply Hss|]. apply Hfree. do 4 right. apply in_app_iff. right. apply in_app_iff. left.
          now apply in_map.
        + intros j Hj. split; [now apply HB|]. apply Hfree. do 4 right. apply in_app_iff. right. apply in_app_iff. right.
          apply in_app_iff. right. apply in_map_iff. exists j. split; [reflexivity | apply in_seq; lia].
        + intros steps sel m. eexists. now apply (memory_valuation w (fun _ => false)).
        + exact El.
        + exact Hw.
        + exact HVs.
        + intros l Hl. split; [now apply Hsv|]. apply Hfree. do 4 right. apply in_app_iff. right. apply in_app_iff. right.
          apply in_app_iff. now left.
        + intros rem steps sel m. now apply memory_valuation.
      - apply (end_block frame (fun a => st_ a = true)); auto.
        + unfold frame_of, skeleton_obligation. cbn [ob_memory]. rewrite El. reflexivity.
        + intros steps sel m. eexists. apply plain_valuation.
    Qed.
  End OneBlock.

  (** ** EG upper *)

  Lemma spec_loop_needs P before b :
    spec A obs fl more (loop_needs A obs fl R Cl P before b) (fun _ =>
      forall w V, cb_loop b = Some (w, V) -> st_ V = true /\
        (forall l, In l (m_saved w) -> st_ l = true) /\
        forall a, In a (loop_literals A obs fl R Cl P before b w) -> free A obs fl w more a = true).
  Proof.
    unfold loop_needs. destruct (cb_loop b) as [[w V]|].
    - eapply spec_bind; [apply spec_need|]. intros unit_ Hn; cbn beta in Hn; clear unit_.
      intros n x n' wr Hrun Hbel w' V' [= <- <-].
      assert (Hfree := spec_need_free A obs fl more _ _ _ _ _ _ Hrun Hbel). cbn beta in Hfree.
      split; [apply Hn; now left|]. split; [intros l Hl; apply Hn; now right | exact Hfree].
    - apply spec_ret. intros w V H. discriminate H.
  Qed.

  Lemma spec_blocks P blocks : forall before (X : pred M),
    st_ P = true -> (forall a, In a before -> st_ a = true) ->
    (forall y, X y = P_ R y && P_ P y && forallb (fun g => negb (P_ g y)) before) ->
    spec A obs fl more (write_blocks A obs fl R Cl P before blocks) (fun _ => blocks_ok M X (map block_in blocks)).
  Proof.
    induction blocks as [|b blocks IH]; intros before X HPs Hbs HX; cbn [write_blocks].
    { apply spec_ret. exact I. }
    eapply spec_bind; [apply spec_need|]. intros unit_ Hn; cbn beta in Hn; clear unit_.
    eapply spec_bind; [apply spec_check|]. intros unit_ Hck; cbn beta in Hck; clear unit_.
    eapply spec_bind; [apply (spec_loop_needs P before b)|]. intros unit_ Hloop; cbn beta in Hloop; clear unit_.
    eapply spec_bind; [apply spec_oblige|]. intros unit_ Hw; cbn beta in Hw; clear unit_.
    eapply spec_bind; [apply spec_oblige|]. intros unit_ Hs; cbn beta in Hs; clear unit_.
    apply andb_true_iff in Hck. destruct Hck as (Hadm & Hend).
    assert (HGs : st_ (cb_G b) = true) by (apply Hn; now left).
    assert (Hss : forall s, In s (cb_steps b) -> st_ (step_lit s) = true)
      by (intros s Hin; apply Hn; right; now apply in_map).
    assert (Hblock : block_ok M X (block_in b))
      by exact (block_written P before b X HPs Hbs HGs Hss Hadm Hend HX Hw Hs Hloop).
    intros n x n' w Hrun Hbel. split; [exact Hblock|].
    refine (IH (before ++ [cb_G b]) _ HPs _ _ n x n' w Hrun Hbel).
    - intros a Ha. apply in_app_iff in Ha. destruct Ha as [Ha|[<-|[]]]; [now apply Hbs | exact HGs].
    - intros y. unfold p_and, p_not. rewrite HX, forallb_app. cbn [forallb block_in block_G].
      now rewrite andb_true_r, !andb_assoc.
  Qed.

  Lemma outside_pred blocks : forall (X : pred M) y,
    outside M X (map block_in blocks) y = X y && forallb (fun b => negb (P_ (cb_G b) y)) blocks.
  Proof.
    induction blocks as [|b blocks IH]; intros X y; [now rewrite andb_true_r|]. cbn [map outside forallb].
    rewrite IH. unfold p_and, p_not. cbn [block_in block_G]. now rewrite andb_assoc.
  Qed.

  Lemma spec_eg_upper u P blocks :
    st_ P = true -> invariant (P_ R) -> upper (P_ R) u (P_ P) ->
    spec A obs fl more (eg_upper A obs fl R Cl P blocks) (fun Q => st_ Q = true /\ upper (P_ R) (EG u) (P_ Q)).
  Proof.
    intros HPs Hinv Hu. unfold eg_upper.
    eapply spec_bind; [apply (spec_blocks P blocks [] (p_and (P_ R) (P_ P)) HPs)|].
    - intros a [].
    - intros y. unfold p_and. cbn [forallb]. now rewrite andb_true_r.
    - intros unit_ Hb; cbn beta in Hb; clear unit_. intros n Q n' w Hrun Hbel.
      destruct (spec_gate A obs fl more HA Hmore _ _ _ _ _ Hrun Hbel) as (HQ & HQv). split; [exact HQ|].
      intros s HR Hs. assert (Ho := eg_upper_sound M (P_ R) u (P_ P) (map block_in blocks) Hinv Hu Hb s HR Hs).
      rewrite outside_pred in Ho. etransitivity; [apply HQv|]. cbn [forallb].
      apply andb_true_iff in Ho. destruct Ho as (HPy & Ho). apply andb_true_iff. split; [exact HPy|].
      apply forallb_forall. intros a Ha. apply in_map_iff in Ha. destruct Ha as (b & <- & Hin).
      rewrite forallb_forall in Ho. specialize (Ho b Hin). etransitivity; [apply P_neg' | exact Ho].
  Qed.
End Blocks.
