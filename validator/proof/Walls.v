(** * Wall chains: no fair path stays in a region (docs/certificates.md, section 4)

    A closed walk is a finite sequence of steps that returns to its start. [fair_path_closes]: a fair path through finitely
    many states contains a closed walk that meets every fairness set. The steps of a block (wall, dead, unborn, side) narrow
    the set [E] of steps that such a walk can take ([wall_keeps] .. [side_keeps]); its end says that none is left
    ([end_refutes]). [Loop] has the other way to end, [Upper] the rule. *)

From Coq Require Import List ListDec Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System Ctl Tau Facts.

Section Closed.
  Variable M : system.
  Implicit Types (x : nat -> state M).

  (** [x a .. x b] is a closed walk whose steps are all in [E], and which meets every fairness set. *)
  Definition step_set := state M -> input M -> bool.

  Record closed_walk (E : step_set) x (a b : nat) : Prop := {
    walk_nonempty : a < b;
    walk_closed : x a = x b;
    walk_steps : forall n, a <= n < b -> exists i, E (x n) i = true /\ next M (x n) i = x (S n);
    walk_fair : forall j, j < F M -> exists n, a <= n < b /\ B M j (x n) = true
  }.

  (** All fairness sets below [k] are met between [n] and some later time. *)
  Lemma fair_meets x n k :
    fair x -> k <= F M -> exists m, n < m /\ forall j, j < k -> exists t, n <= t < m /\ B M j (x t) = true.
  Proof.
    intros Hf. induction k as [|k IH]; intros Hk; [exists (S n); split; lia|].
    destruct IH as (m & Hm & Hj); [lia|]. destruct (Hf k Hk n) as (t & Ht & HB).
    exists (m + S t). split; [lia|]. intros j Hlt. destruct (Nat.eq_dec j k) as [->|Hne].
    - exists t. split; [lia | exact HB].
    - destruct (Hj j) as (t' & Ht' & HB'); [lia|]. exists t'. split; [lia | exact HB'].
  Qed.

  (** Times [n_1 > n_2 > ..], latest first, between any two of which every fairness set is met. *)
  Inductive rounds x : list nat -> Prop :=
  | rounds_one n : rounds x [n]
  | rounds_more m n l : n < m -> (forall j, j < F M -> exists t, n <= t < m /\ B M j (x t) = true) ->
                        rounds x (n :: l) -> rounds x (m :: n :: l).

  Lemma rounds_exist x k : fair x -> exists n l, rounds x (n :: l) /\ length (n :: l) = S k.
  Proof.
    intros Hf. induction k as [|k (n & l & Hr & Hlen)].
    - exists 0, []. split; [constructor | reflexivity].
    - destruct (fair_meets x n (F M) Hf (le_n _)) as (m & Hm & Hj).
      exists m, (n :: l). split; [now constructor | simpl in *; lia].
  Qed.

  Lemma rounds_between x m l n :
    rounds x (m :: l) -> In n l -> n < m /\ forall j, j < F M -> exists t, n <= t < m /\ B M j (x t) = true.
  Proof.
    revert m. induction l as [|n' l IH]; intros m Hr Hin; [destruct Hin|].
    inversion Hr as [|? ? ? Hlt Hj Hr']; subst. destruct Hin as [->|Hin]; [now split|].
    destruct (IH n' Hr' Hin) as (Hlt' & Hj'). split; [lia|].
    intros j Hlj. destruct (Hj' j Hlj) as (t & Ht & HB). exists t. split; [lia | exact HB].
  Qed.

  (** More times than states: two of them see the same state. *)
  Lemma pigeonhole x l :
    length (states M) < length l ->
    exists before m l', l = before ++ m :: l' /\ exists n, In n l' /\ x n = x m.
  Proof.
    intros Hlen. destruct (NoDup_dec (state_eq_dec M) (map x l)) as [Hnd|Hd].
    - exfalso. assert (Hle := NoDup_incl_length Hnd (fun s _ => states_complete M s)).
      rewrite map_length in Hle. lia.
    - clear Hlen. induction l as [|m l IH]; [destruct Hd; constructor|].
      destruct (in_dec (state_eq_dec M) (x m) (map x l)) as [Hin|Hnin].
      + exists [], m, l. split; [reflexivity|]. apply in_map_iff in Hin. destruct Hin as (n & He & Hn). now exists n.
      + destruct IH as (before & m' & l' & -> & Hn).
        * intros Hnd. apply Hd. simpl. now constructor.
        * exists (m :: before), m', l'. split; [reflexivity | exact Hn].
  Qed.

  Lemma rounds_app x before l : rounds x (before ++ l) -> l <> [] -> rounds x l.
  Proof.
    induction before as [|m before IH]; [auto|]. simpl. intros Hr Hne. apply IH; [|exact Hne].
    inversion Hr as [n Hn|]; [|assumption]. destruct before; [destruct l; [easy|discriminate] | discriminate].
  Qed.

  Theorem fair_path_closes (T : step_set) x :
    fair x -> (forall n, exists i, T (x n) i = true /\ next M (x n) i = x (S n)) ->
    exists a b, closed_walk T x a b.
  Proof.
    intros Hf Hsteps. destruct (rounds_exist x (length (states M)) Hf) as (n & l & Hr & Hlen).
    destruct (pigeonhole x (n :: l)) as (before & b & l' & Hl & a & Ha & He); [lia|].
    rewrite Hl in Hr. apply rounds_app in Hr; [|discriminate].
    destruct (rounds_between x b l' a Hr Ha) as (Hlt & Hj).
    exists a, b. constructor; auto.
  Qed.

  (** ** What stays true around a closed walk *)

  Lemma walk_forward (E : step_set) x a b (W : pred M) :
    closed_walk E x a b -> (forall n, a <= n < b -> W (x n) = true -> W (x (S n)) = true) ->
    forall n m, a <= n <= b -> a <= m <= b -> W (x n) = W (x m).
  Proof.
    intros Hw Hstep.
    assert (Hup : forall n d, a <= n -> n + d <= b -> W (x n) = true -> W (x (n + d)) = true).
    { intros n d Hn. induction d as [|d IH]; intros Hd HW; [now rewrite Nat.add_0_r|].
      rewrite Nat.add_succ_r. apply Hstep; [lia|]. apply IH; [lia | exact HW]. }
    assert (Hall : forall n m, a <= n <= b -> a <= m <= b -> W (x n) = true -> W (x m) = true).
    { intros n m Hn Hm HW. assert (Hb := Hup n (b - n) ltac:(lia) ltac:(lia) HW).
      replace (n + (b - n)) with b in Hb by lia. rewrite <- (walk_closed _ _ _ _ Hw) in Hb.
      assert (Hm' := Hup a (m - a) ltac:(lia) ltac:(lia) Hb). now replace (a + (m - a)) with m in Hm' by lia. }
    intros n m Hn Hm. destruct (W (x n)) eqn:En; destruct (W (x m)) eqn:Em; auto.
    - now rewrite (Hall n m Hn Hm En) in Em.
    - now rewrite (Hall m n Hm Hn Em) in En.
  Qed.

  (** Every state of the walk is the start of one of its steps, and the end of one. *)
  Lemma walk_start (E : step_set) x a b n : closed_walk E x a b -> a <= n <= b ->
    exists m i, a <= m < b /\ x m = x n /\ E (x m) i = true /\ next M (x m) i = x (S m).
  Proof.
    intros Hw Hn. assert (Hab := walk_nonempty _ _ _ _ Hw).
    destruct (Nat.eq_dec n b) as [->|Hne].
    - destruct (walk_steps _ _ _ _ Hw a) as (i & HE & HN); [lia|]. exists a, i.
      repeat split; auto; try lia. exact (walk_closed _ _ _ _ Hw).
    - destruct (walk_steps _ _ _ _ Hw n) as (i & HE & HN); [lia|]. exists n, i. repeat split; auto; lia.
  Qed.

  Lemma walk_end (E : step_set) x a b n : closed_walk E x a b -> a <= n <= b ->
    exists m i, a <= m < b /\ E (x m) i = true /\ next M (x m) i = x n.
  Proof.
    intros Hw Hn. assert (Hab := walk_nonempty _ _ _ _ Hw).
    destruct (Nat.eq_dec n a) as [->|Hne].
    - destruct (walk_steps _ _ _ _ Hw (b - 1)) as (i & HE & HN); [lia|]. exists (b - 1), i.
      repeat split; auto; try lia. rewrite HN, (walk_closed _ _ _ _ Hw). f_equal. lia.
    - destruct (walk_steps _ _ _ _ Hw (n - 1)) as (i & HE & HN); [lia|]. exists (n - 1), i.
      repeat split; auto; try lia. rewrite HN. f_equal. lia.
  Qed.

  (** A walk whose states all satisfy what [E'] demands in addition is a walk of [E']. *)
  Lemma walk_narrow (E E' : step_set) x a b :
    closed_walk E x a b ->
    (forall n i, a <= n < b -> E (x n) i = true -> next M (x n) i = x (S n) -> E' (x n) i = true) ->
    closed_walk E' x a b.
  Proof.
    intros Hw Hd. destruct Hw as [Hab Hc Hs Hf]. constructor; auto.
    intros n Hn. destruct (Hs n Hn) as (i & HE & HN). exists i. split; auto.
  Qed.
End Closed.

Section Walls.
  Variable M : system.
  Implicit Types (E T : step_set M) (W D P G : pred M).

  (** ** The steps of a block *)

  Inductive wall_step :=
  | Wall W
  | Dead D
  | Unborn D
  | Side W (J : list nat).

  Definition with_wall E W : step_set M := fun y i => E y i && Bool.eqb (W y) (after W y i).
  Definition without E D : step_set M := fun y i => E y i && negb (D y) && negb (after D y i).

  (** The skeleton query: a copy of the step for each [j] in [J] (one free copy if [J] is empty), each an [E]-step from
      [cond] with [B j], all of which agree on every wall. The obligation says that there is none. *)
  Definition copies_of (J : list nat) : list nat := match J with [] => [0] | _ => J end.

  Definition skeleton_ok E (walls : list (pred M)) (J : list nat) (cond : pred M) : Prop :=
    forall copy : nat -> state M * input M,
      (forall j, In j (copies_of J) -> E (fst (copy j)) (snd (copy j)) = true /\ cond (fst (copy j)) = true) ->
      (forall j, In j J -> B M j (fst (copy j)) = true) ->
      (forall j k W, In j (copies_of J) -> In k (copies_of J) -> In W walls -> W (fst (copy j)) = W (fst (copy k))) ->
      False.

  (** [side W] is admitted only when [W] or [!W] was made a wall earlier in the same block. *)
  Definition is_wall (walls : list (pred M)) W : Prop :=
    exists V, In V walls /\ ((forall y, V y = W y) \/ (forall y, V y = negb (W y))).

  (** The cases of the steps, in order, and of the end, which says that no closed walk of [E] meets all fairness sets. *)
  Fixpoint steps_ok (ending : step_set M -> list (pred M) -> Prop) E (walls : list (pred M)) (steps : list wall_step)
    : Prop :=
    match steps with
    | [] => ending E walls
    | Wall W :: steps =>
      impossible (fun y i => E y i && W y && negb (after W y i)) /\ steps_ok ending (with_wall E W) (W :: walls) steps
    | Dead D :: steps =>
      impossible (fun y i => E y i && D y) /\ steps_ok ending (without E D) walls steps
    | Unborn D :: steps =>
      impossible (fun y i => E y i && after D y i) /\ steps_ok ending (without E D) walls steps
    | Side W J :: steps =>
      is_wall walls W /\ Forall (fun j => j < F M) J /\ skeleton_ok E walls J W /\
      steps_ok ending (without E W) walls steps
    end.

  (** [end fair J]. *)
  Definition end_ok (J : list nat) E (walls : list (pred M)) : Prop :=
    Forall (fun j => j < F M) J /\ skeleton_ok E walls J p_true.

  Section Walk.
    Variables (x : nat -> state M) (a b : nat).

    (** The walls of a walk: predicates that do not change on it. *)
    Definition constant W : Prop := forall n m, a <= n <= b -> a <= m <= b -> W (x n) = W (x m).

    Lemma wall_keeps E W :
      impossible (fun y i => E y i && W y && negb (after W y i)) ->
      closed_walk M E x a b -> constant W /\ closed_walk M (with_wall E W) x a b.
    Proof.
      intros Hok Hw. assert (Hc : constant W).
      { unfold constant. apply (walk_forward M E x a b W Hw). intros n Hn HW.
        destruct (walk_steps _ _ _ _ _ Hw n Hn) as (i & HE & HN).
        specialize (Hok (x n) i). simpl in Hok. unfold after in Hok. rewrite HE, HW, HN in Hok. now destruct (W (x (S n))). }
      split; [exact Hc|]. apply walk_narrow with E; [exact Hw|]. intros n i Hn HE HN.
      unfold with_wall, after. rewrite HE, HN, (Hc n (S n)) by lia. simpl. apply eqb_reflx.
    Qed.

    Lemma without_keeps E D :
      (forall n, a <= n <= b -> D (x n) = false) -> closed_walk M E x a b -> closed_walk M (without E D) x a b.
    Proof.
      intros HD Hw. apply walk_narrow with E; [exact Hw|]. intros n i Hn HE HN.
      unfold without, after. rewrite HE, HN, (HD n), (HD (S n)) by lia. reflexivity.
    Qed.

    Lemma dead_keeps E D :
      impossible (fun y i => E y i && D y) -> closed_walk M E x a b -> closed_walk M (without E D) x a b.
    Proof.
      intros Hok Hw. apply without_keeps; [|exact Hw]. intros n Hn.
      destruct (walk_start _ _ _ _ _ n Hw Hn) as (m & i & _ & He & HE & _).
      specialize (Hok (x m) i). simpl in Hok. rewrite HE, He in Hok. exact Hok.
    Qed.

    Lemma unborn_keeps E D :
      impossible (fun y i => E y i && after D y i) -> closed_walk M E x a b -> closed_walk M (without E D) x a b.
    Proof.
      intros Hok Hw. apply without_keeps; [|exact Hw]. intros n Hn.
      destruct (walk_end _ _ _ _ _ n Hw Hn) as (m & i & _ & HE & HN).
      specialize (Hok (x m) i). simpl in Hok. unfold after in Hok. rewrite HE, HN in Hok. exact Hok.
    Qed.

    (** A walk on which [cond] and all walls are constant is a model of the skeleton query. *)
    Lemma skeleton_refutes E walls J cond :
      Forall (fun j => j < F M) J -> skeleton_ok E walls J cond -> Forall constant walls ->
      closed_walk M E x a b -> (forall n, a <= n <= b -> cond (x n) = true) -> False.
    Proof.
      intros HJ Hok Hconst Hw Hcond.
      (* a step of the walk for each copy *)
      assert (Hpick : forall l : list nat, (forall j, In j l -> In j J -> j < F M) ->
        exists copy : nat -> state M * input M, forall j, In j l ->
          (exists n, a <= n < b /\ fst (copy j) = x n) /\ E (fst (copy j)) (snd (copy j)) = true /\
          (In j J -> B M j (fst (copy j)) = true)).
      { assert (Hab := walk_nonempty _ _ _ _ _ Hw).
        induction l as [|j l IH]; intros Hl.
        - exists (fun _ => (x a, some_input M)). intros j [].
        - destruct IH as (copy & Hcopy); [intros k Hk; apply Hl; now right|].
          assert (Hone : exists n, a <= n < b /\ (In j J -> B M j (x n) = true)).
          { destruct (in_dec Nat.eq_dec j J) as [Hin|Hnin].
            - destruct (walk_fair _ _ _ _ _ Hw j) as (n & Hn & HB); [now apply Hl; [left|]|]. exists n. now split.
            - exists a. split; [lia | tauto]. }
          destruct Hone as (n & Hn & HB). destruct (walk_steps _ _ _ _ _ Hw n Hn) as (i & HE & _).
          exists (fun k => if Nat.eq_dec k j then (x n, i) else copy k).
          intros k Hk. destruct (Nat.eq_dec k j) as [->|Hne].
          + simpl. repeat split; auto. now exists n.
          + apply Hcopy. destruct Hk; [congruence | assumption]. }
      destruct (Hpick (copies_of J)) as (copy & Hcopy).
      { intros j _ Hin. rewrite Forall_forall in HJ. now apply HJ. }
      apply (Hok copy).
      - intros j Hj. destruct (Hcopy j Hj) as ((n & Hn & He) & HE & _). split; [exact HE|]. rewrite He. apply Hcond. lia.
      - intros j Hj. assert (Hc : In j (copies_of J)) by (destruct J; [destruct Hj | exact Hj]). now apply Hcopy.
      - intros j k W Hj Hk HW. rewrite Forall_forall in Hconst.
        destruct (Hcopy j Hj) as ((n & Hn & ->) & _). destruct (Hcopy k Hk) as ((m & Hm & ->) & _).
        apply (Hconst W HW); lia.
    Qed.

    Lemma end_refutes E walls J :
      Forall (fun j => j < F M) J -> skeleton_ok E walls J p_true -> Forall constant walls ->
      closed_walk M E x a b -> False.
    Proof. intros HJ Hok Hc Hw. now apply (skeleton_refutes E walls J p_true). Qed.

    Lemma side_keeps E walls W J :
      is_wall walls W -> Forall (fun j => j < F M) J -> skeleton_ok E walls J W -> Forall constant walls ->
      closed_walk M E x a b -> closed_walk M (without E W) x a b.
    Proof.
      intros (V & HV & Heq) HJ Hok Hc Hw. apply without_keeps; [|exact Hw]. intros n Hn.
      destruct (W (x n)) eqn:HW; [exfalso | reflexivity].
      (* all or nothing: a wall is constant on the walk *)
      apply (skeleton_refutes E walls J W HJ Hok Hc Hw). intros m Hm.
      assert (HVc := proj1 (Forall_forall _ _) Hc V HV n m Hn Hm).
      destruct Heq as [Heq|Heq].
      - now rewrite <- Heq, <- HVc, Heq.
      - rewrite !Heq in HVc. apply (f_equal negb) in HVc. rewrite !negb_involutive in HVc. now rewrite <- HVc.
    Qed.

    Theorem steps_refute (ending : step_set M -> list (pred M) -> Prop) :
      (forall E walls, ending E walls -> Forall constant walls -> closed_walk M E x a b -> False) ->
      forall steps E walls, steps_ok ending E walls steps -> Forall constant walls -> closed_walk M E x a b -> False.
    Proof.
      intros Hend. induction steps as [|[W|D|D|W J] steps IH]; intros E walls Hok Hc Hw; simpl in Hok.
      - now apply (Hend E walls).
      - destruct Hok as (Hcase & Hok). destruct (wall_keeps E W Hcase Hw) as (HW & Hw').
        apply (IH (with_wall E W) (W :: walls)); auto.
      - destruct Hok as (Hcase & Hok). apply (IH _ _ Hok Hc). now apply dead_keeps.
      - destruct Hok as (Hcase & Hok). apply (IH _ _ Hok Hc). now apply unborn_keeps.
      - destruct Hok as (Hwall & HJ & Hq & Hok). apply (IH _ _ Hok Hc). now apply (side_keeps E walls W J).
    Qed.
  End Walk.

  (** An ending is good if it refutes every closed walk that meets all fairness sets. *)
  Definition refutes (ending : step_set M -> list (pred M) -> Prop) : Prop :=
    forall x a b E walls, ending E walls -> Forall (constant x a b) walls -> closed_walk M E x a b -> False.

  Lemma end_ok_refutes J : refutes (end_ok J).
  Proof. intros x a b E walls (HJ & Hok) Hc Hw. now apply (end_refutes x a b E walls J). Qed.

  (** ** Regions *)

  (** [T]: the allowed steps from [X] to [X]. *)
  Definition steps_within (X : pred M) : step_set M := fun y i => X y && C M y i && after X y i.

  (** Closed: [A & G & C & A(N) & !G(N)] is impossible. Then the steps, in [X = A & G]. *)
  Definition region_refuted ending (A G : pred M) (steps : list wall_step) : Prop :=
    impossible (fun y i => A y && G y && C M y i && after A y i && negb (after G y i)) /\
    steps_ok ending (steps_within (p_and A G)) [] steps.

  Lemma region_refuted_sound ending A G steps x :
    refutes ending -> region_refuted ending A G steps ->
    path x -> fair x -> (forall n, A (x n) = true) -> forall n, G (x n) = false.
  Proof.
    intros Hend (Hclosed & Hsteps) Hp Hf HA n. destruct (G (x n)) eqn:HG; [exfalso | reflexivity].
    set (z := suffix n x).
    assert (Hz : forall m, G (z m) = true).
    { induction m as [|m IH]; unfold z, suffix in *; [now rewrite Nat.add_0_r|].
      rewrite Nat.add_succ_r. destruct (Hp (n + m)) as (i & HC & HN).
      specialize (Hclosed (x (n + m)) i). simpl in Hclosed. unfold after in Hclosed.
      rewrite !HA, IH, HC, HN, HA in Hclosed. now destruct (G (x (S (n + m)))). }
    assert (Hfz : fair z) by now apply fair_suffix.
    destruct (fair_path_closes M (steps_within (p_and A G)) z Hfz) as (a & b & Hw).
    - intros m. destruct (path_suffix M n x Hp m) as (i & HC & HN). fold z in HC, HN. exists i. split; [|exact HN].
      unfold steps_within, after, p_and. rewrite HN, HC, !Hz. unfold z, suffix. now rewrite !HA.
    - now apply (steps_refute z a b ending (Hend z a b) steps _ [] Hsteps).
  Qed.
End Walls.
