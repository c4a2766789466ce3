(** * Rules for EX, EU, and lower bounds of EG (docs/certificates.md, section 3)

    Each rule is a pair: [.._ok] is its obligation, case by case as in the table; [.._sound] says that the fact follows.
    [P] and [S] are the facts of the children at hand. EG upper is in [Walls]. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System Ctl Tau Facts.

Section Rules.
  Variable M : system.
  Implicit Types (P Q R S K W base : pred M) (s t y : state M) (i : input M).

  (** A cube of step inputs. It contains no variable twice, so it has a completion. *)
  Record cube := Cube {
    covers : input M -> bool;
    completion : input M;
    completion_ok : covers completion = true
  }.

  (** [(g_k, j_k)]: where to choose, and what. *)
  Record choice := Choice { guard : pred M; by_input : cube }.

  (** ** The verdict rules *)

  (** "bad holds": [R & C & bad] is impossible. *)
  Definition bad_ok R (bad : state M -> input M -> bool) : Prop :=
    impossible (fun y i => R y && C M y i && bad y i).

  Theorem bad_holds_sound R bad : invariant R -> bad_ok R bad -> bad_holds bad.
  Proof.
    intros (HI & HN) Hbad (n & x & inp & (H0 & HC & Hnext) & Hb).
    assert (HR : forall k, k <= n -> R (x k) = true).
    { induction k as [|k IH]; intros Hk; [now apply HI|].
      apply HN with (x k); [apply IH; lia|]. exists (inp k). split; [apply HC; lia|].
      symmetry. apply Hnext. lia. }
    specialize (Hbad (x n) (inp n)). simpl in Hbad.
    now rewrite (HR n (le_n n)), (HC n (le_n n)), Hb in Hbad.
  Qed.

  (** "induction": in a row of steps, step [n] is the first one that shows [bad]; [x] and [inp] matter up to [n] only. *)
  Definition first_in_step R (bad : state M -> input M -> bool) n (x : nat -> state M) (inp : nat -> input M) : Prop :=
    (forall k, k < n -> x (Datatypes.S k) = next M (x k) (inp k)) /\
    (forall k, k <= n -> R (x k) = true /\ C M (x k) (inp k) = true) /\
    (forall k, k < n -> bad (x k) (inp k) = false) /\
    bad (x n) (inp n) = true.

  (** [I & !R];  [R & C & !bad & !R(N)];  base;  bad. *)
  Definition induction_ok R (bad : state M -> input M -> bool) (back : nat) : Prop :=
    impossible1 (fun y => initial M y && negb (R y)) /\
    impossible (fun y i => R y && C M y i && negb (bad y i) && negb (after R y i)) /\
    (forall n x inp, n < back -> initial M (x 0) = true -> ~ first_in_step R bad n x inp) /\
    (forall x inp, ~ first_in_step R bad back x inp).

  (** What is true of some number is true of a first one, if it can be asked of each. *)
  Lemma first_true (f : nat -> bool) n : f n = true -> exists m, m <= n /\ f m = true /\ forall k, k < m -> f k = false.
  Proof.
    induction n as [n IH] using lt_wf_ind. intros Hn.
    destruct (existsb f (seq 0 n)) eqn:He.
    - apply existsb_exists in He. destruct He as (m & Hm & Hf). apply in_seq in Hm.
      destruct (IH m) as (l & Hl & Hfl & Hmin); [lia | exact Hf |]. exists l. repeat split; [lia | exact Hfl | exact Hmin].
    - exists n. repeat split; [lia | exact Hn |]. intros k Hk. destruct (f k) eqn:Hfk; [|reflexivity].
      assert (existsb f (seq 0 n) = true) as He'; [|congruence].
      apply existsb_exists. exists k. split; [apply in_seq; lia | exact Hfk].
  Qed.

  Theorem induction_sound R bad back : induction_ok R bad back -> bad_holds bad.
  Proof.
    intros (HI & HN & Hbase & Hstep) (last & x & inp & (H0 & HC & Hnext) & Hb).
    destruct (first_true (fun k => bad (x k) (inp k)) last Hb) as (n & Hn & Hshown & Hquiet).
    assert (HR : forall k, k <= n -> R (x k) = true).
    { induction k as [|k IH]; intros Hk.
      - specialize (HI (x 0)). simpl in HI. rewrite H0 in HI. now destruct (R (x 0)).
      - specialize (HN (x k) (inp k)). unfold after in HN. cbv beta in HN.
        rewrite IH, HC, Hquiet in HN by lia. rewrite Hnext by lia. simpl in HN.
        now destruct (R (next M (x k) (inp k))). }
    destruct (le_lt_dec back n) as [HK|HK].
    - apply (Hstep (fun k => x (n - back + k)) (fun k => inp (n - back + k))). repeat split.
      + intros k Hk. replace (n - back + Datatypes.S k) with (Datatypes.S (n - back + k)) by lia. apply Hnext. lia.
      + apply HR. lia.
      + apply HC. lia.
      + intros k Hk. apply Hquiet. lia.
      + now replace (n - back + back) with n by lia.
    - apply (Hbase n x inp HK H0). repeat split.
      + intros k Hk. apply Hnext. lia.
      + apply HR. lia.
      + apply HC. lia.
      + exact Hquiet.
      + exact Hshown.
  Qed.

  (** "holds": [I & !Q] is impossible, with [lower 0 Q]. *)
  Definition holds_ok Q : Prop := impossible1 (fun y => initial M y && negb (Q y)).

  Theorem holds_sound R v Q :
    invariant R -> lower R v Q -> holds_ok Q -> forall s, initial M s = true -> plain v s.
  Proof.
    intros (HI & _) Hl Hok s Hs. apply Hl; [now apply HI|].
    specialize (Hok s). simpl in Hok. rewrite Hs in Hok. now destruct (Q s).
  Qed.

  (** ** Upper bounds *)

  (** EX upper: [R & C & P(N) & !Q]. *)
  Definition ex_upper_ok R P Q : Prop :=
    impossible (fun y i => R y && C M y i && after P y i && negb (Q y)).

  Theorem ex_upper_sound R u P Q : invariant R -> upper R u P -> ex_upper_ok R P Q -> upper R (EX u) Q.
  Proof.
    intros (_ & HN) Hu Hok s HR (t & Hst & Ht).
    assert (HP : P t = true) by (apply Hu; [now apply HN with s | exact Ht]).
    destruct Hst as (i & HC & <-). specialize (Hok s i). simpl in Hok.
    unfold after in Hok. rewrite HR, HC, HP in Hok. now destruct (Q s).
  Qed.

  (** EU upper: [R & S & !Q] and [R & P & C & Q(N) & !Q]. *)
  Definition eu_upper_ok R P S Q : Prop :=
    impossible1 (fun y => R y && S y && negb (Q y)) /\
    impossible (fun y i => R y && P y && C M y i && after Q y i && negb (Q y)).

  Theorem eu_upper_sound R u w P S Q :
    invariant R -> upper R u P -> upper R w S -> eu_upper_ok R P S Q -> upper R (EU u w) Q.
  Proof.
    intros (_ & HN) Hu Hw (Hb & Hs) s HR Hun. simpl in Hun.
    induction Hun as [s HW|s t HU Hst Hun IH].
    - specialize (Hb s). simpl in Hb. rewrite HR, (Hw s HR HW) in Hb. now destruct (Q s).
    - assert (HQ : Q t = true) by (apply IH; now apply HN with s).
      destruct Hst as (i & HC & <-). specialize (Hs s i). simpl in Hs. unfold after in Hs.
      rewrite HR, (Hu s HR HU), HC, HQ in Hs. now destruct (Q s).
  Qed.

  (** ** Choices: some guard contains the state, and its cube leads where it should *)

  Definition some_guard (l : list choice) : pred M := fun y => existsb (fun c => guard c y) l.

  (** For each [k]: [R & Q & g_k & j_k & !(C & P(N))]; and [R & Q & !g_1 & .. & !g_n]. *)
  Definition choice_ok R Q P (c : choice) : Prop :=
    impossible (fun y i => R y && Q y && guard c y && covers (by_input c) i && negb (C M y i && after P y i)).

  Definition choices_ok R Q P (l : list choice) : Prop :=
    Forall (choice_ok R Q P) l /\ impossible1 (fun y => R y && Q y && negb (some_guard l y)).

  (** The input that the choices give. *)
  Fixpoint choose (l : list choice) y : input M :=
    match l with
    | [] => some_input M
    | c :: l => if guard c y then completion (by_input c) else choose l y
    end.

  Lemma choose_sound R Q P l y :
    choices_ok R Q P l -> R y = true -> Q y = true ->
    C M y (choose l y) = true /\ P (next M y (choose l y)) = true.
  Proof.
    intros (Hl & Hcov) HR HQ. specialize (Hcov y). simpl in Hcov. rewrite HR, HQ in Hcov. simpl in Hcov.
    apply negb_false_iff in Hcov. revert Hcov. induction Hl as [|c l Hc _ IH]; simpl; [discriminate|].
    destruct (guard c y) eqn:Hg; simpl; [|exact IH]. intros _.
    specialize (Hc y (completion (by_input c))). simpl in Hc.
    rewrite HR, HQ, Hg, completion_ok in Hc. simpl in Hc. apply negb_false_iff, andb_true_iff in Hc. exact Hc.
  Qed.

  (** EX lower. *)
  Definition ex_lower_ok R P Q (l : list choice) : Prop := choices_ok R Q P l.

  Theorem ex_lower_sound R u P Q l :
    invariant R -> lower R u P -> ex_lower_ok R P Q l -> lower R (EX u) Q.
  Proof.
    intros (_ & HN) Hu Hok s HR HQ. destruct (choose_sound R Q P l s Hok HR HQ) as (HC & HP).
    exists (next M s (choose l s)). assert (Hst : step s (next M s (choose l s))) by now exists (choose l s).
    split; [exact Hst|]. apply Hu; [now apply HN with s | exact HP].
  Qed.

  (** ** Ranked lists. [E_0] is the base, [E_k = E_(k-1) | g_k]. *)

  (** [E base (g_n .. g_1)] is [E_n]: the list is given latest first. *)
  Fixpoint E base (rev_list : list choice) : pred M :=
    match rev_list with
    | [] => base
    | c :: l => p_or (E base l) (guard c)
    end.

  (** For each [k]: [R & K & g_k & j_k & !E_(k-1) & !(P & C & K(N) & E_(k-1)(N))]. *)
  Fixpoint ranks_ok_rev R K P base (rev_list : list choice) : Prop :=
    match rev_list with
    | [] => True
    | c :: l =>
      impossible (fun y i => R y && K y && guard c y && covers (by_input c) i && negb (E base l y)
                             && negb (P y && C M y i && after K y i && after (E base l) y i))
      /\ ranks_ok_rev R K P base l
    end.

  (** The list of the certificate is in order of [k]. *)
  Definition ranks_ok R K P base (l : list choice) : Prop := ranks_ok_rev R K P base (rev l).
  Definition E_n base (l : list choice) : pred M := E base (rev l).

  (** The input that the list gives to a state outside the base: that of the least [k]. *)
  Fixpoint follow base (rev_list : list choice) y : input M :=
    match rev_list with
    | [] => some_input M
    | c :: l => if E base l y then follow base l y else completion (by_input c)
    end.

  Lemma rank_entry R K P base c l y :
    ranks_ok_rev R K P base (c :: l) -> R y = true -> K y = true -> guard c y = true -> E base l y = false ->
    let t := next M y (completion (by_input c)) in
    P y = true /\ step y t /\ K t = true /\ E base l t = true.
  Proof.
    intros (Hc & _) HR HK Hg HE t. specialize (Hc y (completion (by_input c))). simpl in Hc.
    rewrite HR, HK, Hg, HE, completion_ok in Hc. simpl in Hc.
    apply negb_false_iff in Hc. repeat rewrite andb_true_iff in Hc. destruct Hc as (((HP & HC) & HK') & HE').
    repeat split; auto. now exists (completion (by_input c)).
  Qed.

  (** A general induction: what is true of the base, and is handed on by a step from [P], is true of [E_n]. *)
  Lemma ranks_induction R K P base (Z : state M -> Prop) l :
    invariant R -> ranks_ok_rev R K P base l ->
    (forall s, R s = true -> K s = true -> base s = true -> Z s) ->
    (forall s t, R s = true -> K s = true -> P s = true -> step s t -> K t = true -> Z t -> Z s) ->
    forall s, R s = true -> K s = true -> E base l s = true -> Z s.
  Proof.
    intros (_ & HN) Hok Hbase Hstep. induction l as [|c l IH]; intros s HR HK HE; [now apply Hbase|].
    destruct (E base l s) eqn:HEl; [now apply IH; [apply Hok| | |]|].
    simpl in HE. unfold p_or in HE. rewrite HEl in HE. simpl in HE.
    destruct (rank_entry R K P base c l s Hok HR HK HE HEl) as (HP & Hst & HK' & HE').
    apply Hstep with (next M s (completion (by_input c))); auto.
    apply IH; [apply Hok | now apply HN with s | exact HK' | exact HE'].
  Qed.

  (** EU lower: [K] is literal 1, the base is [S]. *)
  Definition eu_lower_ok R P S (l : list choice) : Prop := ranks_ok R p_true P S l.

  Theorem eu_lower_sound R u w P S l :
    invariant R -> lower R u P -> lower R w S -> eu_lower_ok R P S l -> lower R (EU u w) (E_n S l).
  Proof.
    intros HR Hu Hw Hok s HRs HE. simpl.
    apply (ranks_induction R p_true P S (until (plain u) (plain w)) (rev l)); auto.
    - intros t HRt _ HS. apply until_now. now apply Hw.
    - intros t t' HRt _ HP Hst _ Hun. apply until_step with t'; auto.
  Qed.

  (** ** Lassos *)

  (** [(c_t, j_t)] for [t = 0 .. m-1], and for each [B j] a position. *)
  Record lasso := Lasso { lasso_steps : list choice; lasso_at : list nat }.

  Definition no_cube : cube := Cube (fun _ => true) (some_input M) eq_refl.
  Definition no_choice : choice := Choice p_false no_cube.
  Definition lasso_step (L : lasso) (t : nat) : choice := nth t (lasso_steps L) no_choice.
  Definition lasso_length (L : lasso) : nat := length (lasso_steps L).

  (** For each [t]: [R & c_t & j_t & !(P & C & c_(t+1 mod m)(N))]; for every [B_j] at [t]: [R & c_t & !B_j]. *)
  Definition lasso_ok R P (L : lasso) : Prop :=
    0 < lasso_length L /\
    (forall t : nat, t < lasso_length L ->
      impossible (fun y i => R y && guard (lasso_step L t) y && covers (by_input (lasso_step L t)) i
        && negb (P y && C M y i && after (guard (lasso_step L (S t mod lasso_length L))) y i))) /\
    (forall j, j < F M -> nth j (lasso_at L) 0 < lasso_length L /\
      impossible1 (fun y => R y && guard (lasso_step L (nth j (lasso_at L) 0)) y && negb (B M j y))).

  Definition in_lasso (L : lasso) : pred M := some_guard (lasso_steps L).

  Lemma in_lasso_position L s :
    in_lasso L s = true -> exists t : nat, t < lasso_length L /\ guard (lasso_step L t) s = true.
  Proof.
    unfold in_lasso, some_guard. rewrite existsb_exists. intros (c & Hin & Hg).
    apply (In_nth _ _ no_choice) in Hin. destruct Hin as (t & Ht & He).
    exists t. split; [exact Ht|]. unfold lasso_step. now rewrite He.
  Qed.

  (** Around the lasso for ever. *)
  Fixpoint around (L : lasso) (t : nat) s (n : nat) : state M :=
    match n with
    | 0 => s
    | S n => let y := around L t s n in next M y (completion (by_input (lasso_step L ((t + n) mod lasso_length L))))
    end.

  Lemma lasso_sound R u P L :
    invariant R -> lower R u P -> lasso_ok R P L -> lower R (EG u) (in_lasso L).
  Proof.
    intros (_ & HN) Hu (Hm & Hsteps & Hat) s HR Hin.
    destruct (in_lasso_position L s Hin) as (t & Ht & Hg). set (m := lasso_length L) in *.
    assert (Hgo : forall y k, k < m -> R y = true -> guard (lasso_step L k) y = true ->
              let y' := next M y (completion (by_input (lasso_step L k))) in
              P y = true /\ step y y' /\ R y' = true /\ guard (lasso_step L (S k mod m)) y' = true).
    { intros y k Hk HRy Hgy y'. specialize (Hsteps k Hk y (completion (by_input (lasso_step L k)))). simpl in Hsteps.
      rewrite HRy, Hgy, completion_ok in Hsteps. simpl in Hsteps.
      apply negb_false_iff in Hsteps. repeat rewrite andb_true_iff in Hsteps.
      destruct Hsteps as ((HP & HC) & Hg').
      assert (Hst : step y y') by now exists (completion (by_input (lasso_step L k))).
      repeat split; auto. now apply HN with y. }
    assert (Hinv : forall n, R (around L t s n) = true /\ guard (lasso_step L ((t + n) mod m)) (around L t s n) = true).
    { induction n as [|n (IHR & IHg)].
      - simpl. rewrite Nat.add_0_r, Nat.mod_small; auto.
      - destruct (Hgo _ _ (Nat.mod_upper_bound (t + n) m ltac:(lia)) IHR IHg) as (_ & _ & HR' & Hg').
        split; [exact HR'|]. rewrite Nat.add_succ_r.
        replace (S (t + n) mod m) with (S ((t + n) mod m) mod m); [exact Hg'|].
        rewrite <- (Nat.add_1_r ((t + n) mod m)), Nat.add_mod_idemp_l by lia. now rewrite Nat.add_1_r. }
    exists (around L t s). split; [split; [reflexivity|split]|].
    - intros n. destruct (Hinv n) as (HRn & Hgn).
      now destruct (Hgo _ _ (Nat.mod_upper_bound (t + n) m ltac:(lia)) HRn Hgn) as (_ & Hst & _).
    - intros j Hj n. destruct (Hat j Hj) as (Hlt & HB). set (a := nth j (lasso_at L) 0) in *.
      (* the first position at or after n that is congruent to a *)
      exists (n + (a + (m - (t + n) mod m)) mod m). split; [lia|].
      destruct (Hinv (n + (a + (m - (t + n) mod m)) mod m)) as (HRn & Hgn).
      replace ((t + (n + (a + (m - (t + n) mod m)) mod m)) mod m) with a in Hgn.
      + specialize (HB (around L t s (n + (a + (m - (t + n) mod m)) mod m))). simpl in HB. rewrite HRn, Hgn in HB.
        now destruct (B M j _).
      + rewrite Nat.add_assoc, Nat.add_mod_idemp_r by lia.
        rewrite <- Nat.add_mod_idemp_l by lia.
        assert (Hb := Nat.mod_upper_bound (t + n) m ltac:(lia)).
        replace ((t + n) mod m + (a + (m - (t + n) mod m))) with (a + 1 * m) by lia.
        rewrite Nat.mod_add by lia. now rewrite Nat.mod_small.
    - intros n. destruct (Hinv n) as (HRn & Hgn). apply Hu; [exact HRn|].
      now destruct (Hgo _ _ (Nat.mod_upper_bound (t + n) m ltac:(lia)) HRn Hgn) as (HP & _).
  Qed.

  (** ** Regions *)

  (** A region [K], choices that stay in it, and for each [B j] a ranked list that leads there inside [K]. *)
  Record region := Region { region_K : pred M; region_choices : list choice; region_cover : list (list choice) }.

  Definition cover_of (G : region) (j : nat) : list choice := nth j (region_cover G) [].

  (** [R & K & !P]; the choices; for each [B_j] the list with base [B_j], and [R & K & !E_n]. *)
  Definition cover_ok R (G : region) (j : nat) : Prop :=
    ranks_ok R (region_K G) p_true (B M j) (cover_of G j) /\
    impossible1 (fun y => R y && region_K G y && negb (E_n (B M j) (cover_of G j) y)).

  Definition region_ok R P (G : region) : Prop :=
    impossible1 (fun y => R y && region_K G y && negb (P y)) /\
    choices_ok R (region_K G) (region_K G) (region_choices G) /\
    (forall j, j < F M -> cover_ok R G j).

  (** The strategy: the second component is the number of the [B j] that is looked for. *)
  Definition wanted (G : region) (y : state M) (j : nat) : bool := (j <? F M) && negb (B M j y).

  Definition patrol (G : region) (p : state M * nat) : state M * nat :=
    let (y, j) := p in
    if wanted G y j then (next M y (follow (B M j) (rev (cover_of G j)) y), j)
    else (next M y (choose (region_choices G) y), if S j <? F M then S j else 0).

  Fixpoint patrol_n (G : region) (n : nat) (p : state M * nat) : state M * nat :=
    match n with 0 => p | S n => patrol G (patrol_n G n p) end.

  Section Region.
    Variables (R P : pred M) (G : region).
    Hypothesis HR : invariant R.
    Hypothesis HG : region_ok R P G.
    Let K := region_K G.
    Let good (p : state M * nat) : Prop := R (fst p) = true /\ K (fst p) = true.

    Lemma cover_reaches j y : j < F M -> R y = true -> K y = true -> E_n (B M j) (cover_of G j) y = true.
    Proof.
      intros Hj HRy HKy. destruct HG as (_ & _ & Hc). destruct (Hc j Hj) as (_ & Hcov).
      specialize (Hcov y). simpl in Hcov. fold K in Hcov. rewrite HRy, HKy in Hcov. now destruct (E_n _ _ y).
    Qed.

    Lemma follow_steps j l y :
      ranks_ok_rev R K p_true (B M j) l -> R y = true -> K y = true -> B M j y = false -> E (B M j) l y = true ->
      let t := next M y (follow (B M j) l y) in step y t /\ K t = true.
    Proof.
      induction l as [|c l IH]; intros Hok HRy HKy HB HE; simpl in HE; [congruence|].
      simpl. destruct (E (B M j) l y) eqn:HEl; [now apply IH; [apply Hok| | | |]|].
      unfold p_or in HE. rewrite HEl in HE. simpl in HE.
      now destruct (rank_entry _ _ _ _ _ _ y Hok HRy HKy HE HEl) as (_ & Hst & HK' & _).
    Qed.

    Lemma patrol_step p : good p -> step (fst p) (fst (patrol G p)) /\ good (patrol G p).
    Proof.
      destruct p as (y, j). intros (HRy & HKy). simpl in HRy, HKy. unfold good.
      assert (Hgo : step y (fst (patrol G (y, j))) /\ K (fst (patrol G (y, j))) = true).
      { simpl. unfold wanted. destruct (j <? F M) eqn:Hj; simpl; [destruct (B M j y) eqn:HB; simpl|].
        - destruct HG as (_ & Hch & _). destruct (choose_sound _ _ _ _ _ Hch HRy HKy) as (HC & HK').
          split; [now exists (choose (region_choices G) y) | exact HK'].
        - apply Nat.ltb_lt in Hj. assert (Hc := cover_reaches j y Hj HRy HKy).
          destruct HG as (_ & _ & Hcov). destruct (Hcov j Hj) as (Hok & _).
          now apply (follow_steps j (rev (cover_of G j)) y Hok HRy HKy HB Hc).
        - destruct HG as (_ & Hch & _). destruct (choose_sound _ _ _ _ _ Hch HRy HKy) as (HC & HK').
          split; [now exists (choose (region_choices G) y) | exact HK']. }
      destruct Hgo as (Hst & HK'). repeat split; auto. destruct HR as (_ & HN). now apply HN with y.
    Qed.

    Lemma patrol_n_add m n p : patrol_n G (m + n) p = patrol_n G m (patrol_n G n p).
    Proof. induction m as [|m IH]; [reflexivity|]. simpl. now rewrite IH. Qed.

    Lemma patrol_n_succ n p : patrol_n G (S n) p = patrol_n G n (patrol G p).
    Proof. rewrite <- Nat.add_1_r. apply patrol_n_add. Qed.

    Lemma patrol_good n p : good p -> good (patrol_n G n p).
    Proof. intros Hp. induction n; [exact Hp|]. simpl. now apply patrol_step. Qed.

    (** The wanted [B j] is met. *)
    Lemma patrol_meets j y :
      j < F M -> good (y, j) -> exists n t, patrol_n G n (y, j) = (t, j) /\ B M j t = true.
    Proof.
      intros Hj (HRy & HKy). assert (Hc := cover_reaches j y Hj HRy HKy). simpl in HRy, HKy.
      destruct HG as (_ & _ & Hcov). destruct (Hcov j Hj) as (Hok & _). unfold E_n in Hc. unfold ranks_ok in Hok.
      (* by induction over the part of the list that is still needed *)
      assert (Hall : forall before l, rev (cover_of G j) = before ++ l -> forall z,
                R z = true -> K z = true -> E (B M j) l z = true ->
                exists n t, patrol_n G n (z, j) = (t, j) /\ B M j t = true).
      { assert (Hfollow : forall before l z, E (B M j) l z = true ->
                  follow (B M j) (before ++ l) z = follow (B M j) l z).
        { assert (Hmono : forall before l z, E (B M j) l z = true -> E (B M j) (before ++ l) z = true).
          { induction before as [|c before IH]; intros l z Hz; [exact Hz|].
            simpl. unfold p_or. now rewrite (IH l z Hz). }
          induction before as [|c before IH]; intros l z Hz; [reflexivity|].
          simpl. rewrite (Hmono before l z Hz). now apply IH. }
        intros before l Hsplit. revert before Hsplit.
        induction l as [|c l IH]; intros before Hsplit z HRz HKz HE.
        - exists 0, z. split; [reflexivity | exact HE].
        - destruct (E (B M j) l z) eqn:HEl.
          + apply IH with (before ++ [c]); auto. now rewrite <- app_assoc.
          + destruct (B M j z) eqn:HB; [exists 0, z; now split|].
            assert (Hg := HE). simpl in Hg. unfold p_or in Hg. rewrite HEl in Hg. simpl in Hg.
            assert (Hok' : ranks_ok_rev R K p_true (B M j) (c :: l)).
            { clear - Hok Hsplit. rewrite Hsplit in Hok. revert Hok. clear. induction before; [auto|].
              intros (_ & Hok). now apply IHbefore. }
            destruct (rank_entry _ _ _ _ _ _ z Hok' HRz HKz Hg HEl) as (_ & Hst & HK' & HE').
            assert (HRt : R (next M z (completion (by_input c))) = true)
              by (destruct HR as (_ & HN); now apply HN with z).
            destruct (IH (before ++ [c]) ltac:(now rewrite <- app_assoc) _ HRt HK' HE') as (n & t & Hn & HBt).
            exists (S n), t. split; [|exact HBt]. rewrite patrol_n_succ. unfold patrol, wanted.
            apply Nat.ltb_lt in Hj. rewrite Hj, HB. simpl.
            rewrite Hsplit, Hfollow by exact HE. simpl. now rewrite HEl. }
      now apply (Hall [] (rev (cover_of G j))).
    Qed.

    (** After it, the next one is wanted; so each is met in turn. *)
    Lemma patrol_meets_next d : forall j y,
      j < F M -> good (y, j) ->
      exists n t, patrol_n G n (y, j) = (t, (j + d) mod F M) /\ B M ((j + d) mod F M) t = true.
    Proof.
      induction d as [|d IH]; intros j y Hj Hy.
      - rewrite Nat.add_0_r, Nat.mod_small by exact Hj. now apply patrol_meets.
      - destruct (patrol_meets j y Hj Hy) as (n & t & Hn & HB).
        assert (Ht : good (patrol_n G n (y, j))) by now apply patrol_good.
        rewrite Hn in Ht. assert (Ht' := proj2 (patrol_step _ Ht)).
        assert (Hpt : snd (patrol G (t, j)) = S j mod F M).
        { simpl. unfold wanted. rewrite HB, andb_false_r. simpl. destruct (S j <? F M) eqn:Hs.
          - apply Nat.ltb_lt in Hs. now rewrite Nat.mod_small.
          - apply Nat.ltb_ge in Hs. replace (S j) with (F M) by lia. now rewrite Nat.mod_same by lia. }
        destruct (patrol G (t, j)) as (t', j') eqn:Hp. simpl in Hpt. subst j'.
        destruct (IH (S j mod F M) t' (Nat.mod_upper_bound (S j) (F M) ltac:(lia)) Ht') as (n' & t'' & Hn' & HB').
        rewrite Nat.add_mod_idemp_l in Hn', HB' by lia.
        replace (j + S d) with (S j + d) by lia.
        exists (n' + S n), t''. split; [|exact HB'].
        rewrite patrol_n_add. cbn [patrol_n]. now rewrite Hn, Hp.
    Qed.

    Lemma patrol_phase n p : 0 < F M -> snd p < F M -> snd (patrol_n G n p) < F M.
    Proof.
      intros HF Hp. induction n as [|n IH]; [exact Hp|]. cbn [patrol_n].
      destruct (patrol_n G n p) as (y, j). unfold patrol. destruct (wanted G y j); cbn [snd]; [exact IH|].
      destruct (S j <? F M) eqn:Hs; [now apply Nat.ltb_lt in Hs | exact HF].
    Qed.

    Lemma region_path s :
      R s = true -> K s = true ->
      exists x, fair_path_from s x /\ forall n, R (x n) = true /\ P (x n) = true.
    Proof.
      intros HRs HKs. assert (Hgood : good (s, 0)) by now split.
      exists (fun n => fst (patrol_n G n (s, 0))). split; [split; [reflexivity|split]|].
      - intros n. simpl. now apply patrol_step, patrol_good.
      - intros j Hj n. set (p := patrol_n G n (s, 0)).
        assert (Hp : good p) by now apply patrol_good.
        assert (Hph : snd p < F M) by (apply (patrol_phase n (s, 0)); simpl; lia).
        destruct p as (y, k) eqn:Hpe. simpl in Hph.
        destruct (patrol_meets_next (j + (F M - k)) k y Hph Hp) as (m & t & Hm & HB).
        replace ((k + (j + (F M - k))) mod F M) with j in HB.
        + exists (m + n). split; [lia|]. rewrite patrol_n_add. fold p in Hpe. unfold p in Hpe. rewrite Hpe, Hm. exact HB.
        + replace (k + (j + (F M - k))) with (j + 1 * F M) by lia. rewrite Nat.mod_add by lia. now rewrite Nat.mod_small.
      - intros n. destruct (patrol_good n _ Hgood) as (HRn & HKn). split; [exact HRn|].
        destruct HG as (HP & _). specialize (HP (fst (patrol_n G n (s, 0)))). simpl in HP. fold K in HP.
        rewrite HRn, HKn in HP. now destruct (P _).
    Qed.
  End Region.

  Lemma region_sound R u P G :
    invariant R -> lower R u P -> region_ok R P G -> lower R (EG u) (region_K G).
  Proof.
    intros HR Hu HG s HRs HKs. destruct (region_path R P G HR HG s HRs HKs) as (x & Hx & Hn).
    exists x. split; [exact Hx|]. intros n. now apply Hu; apply Hn.
  Qed.

  (** ** EG lower: lassos, at most one region, then a list *)

  Definition eg_base (lassos : list lasso) (G : option region) : pred M := fun y =>
    existsb (fun L => in_lasso L y) lassos || match G with Some G => region_K G y | None => false end.

  Definition eg_lower_ok R P (lassos : list lasso) (G : option region) (l : list choice) : Prop :=
    Forall (lasso_ok R P) lassos /\
    match G with Some G => region_ok R P G | None => True end /\
    ranks_ok R p_true P (eg_base lassos G) l.

  Theorem eg_lower_sound R u P lassos G l :
    invariant R -> lower R u P -> eg_lower_ok R P lassos G l -> lower R (EG u) (E_n (eg_base lassos G) l).
  Proof.
    intros HR Hu (HL & HG & Hl) s HRs HE.
    apply (ranks_induction R p_true P (eg_base lassos G) (plain (EG u)) (rev l)); auto.
    - intros t HRt _ Hb. unfold eg_base in Hb. apply orb_true_iff in Hb. destruct Hb as [Hb|Hb].
      + apply existsb_exists in Hb. destruct Hb as (L & HinL & Ht).
        rewrite Forall_forall in HL. now apply (lasso_sound R u P L HR Hu (HL L HinL)).
      + destruct G as [G|]; [|discriminate]. now apply (region_sound R u P G HR Hu HG).
    - intros t t' HRt _ HP Hst _ (x & Hx & Hn). exists (prefix t x). split; [now apply fair_path_prefix with t'|].
      intros [|n]; simpl; [now apply Hu | apply Hn].
  Qed.
End Rules.
