(** * Circuits (docs/certificates.md, sections 1.1, 1.3 and the variables of certificates)

    One level down from [Model] and [Elaboration]: an AIGER model as data (inputs, latches, gates, literals), the model that
    it denotes, the elaborated system with the numbered variables of section 1.3, and the values of literals in its steps.

    - [step_value_gate]: a gate has the value of the conjunction of its arguments;
    - [state_literal]: the value of a state literal does not depend on the step inputs;
    - [resolve_after]: the value of a literal after a step is that of its resolved literal before it (section 7). *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import Model Elaboration.

(** ** Literals and gates *)

(** A literal: variable, and whether it is complemented. Variable 0 is the constant false. *)
Definition aig_lit := (nat * bool)%type.
Definition lit_of_number (n : nat) : aig_lit := (Nat.div2 n, Nat.odd n).
Definition neg (l : aig_lit) : aig_lit := (fst l, negb (snd l)).
Definition lit_value (env : nat -> bool) (l : aig_lit) : bool := xorb (env (fst l)) (snd l).

Lemma neg_value env l : lit_value env (neg l) = negb (lit_value env l).
Proof. destruct l as [v s]. unfold lit_value, neg. simpl. now destruct (env v), s. Qed.

(** An AND gate: its variable and its arguments. *)
Definition gate := (nat * list aig_lit)%type.

Definition upd (env : nat -> bool) (v : nat) (b : bool) : nat -> bool := fun w => if w =? v then b else env w.

Fixpoint eval (gs : list gate) (env : nat -> bool) : nat -> bool :=
  match gs with
  | [] => env
  | g :: gs => eval gs (upd env (fst g) (forallb (lit_value env) (snd g)))
  end.

Definition mem (v : nat) (l : list nat) : bool := existsb (Nat.eqb v) l.

Lemma mem_In v l : mem v l = true <-> In v l.
Proof.
  unfold mem. rewrite existsb_exists. split.
  - intros (w & Hw & He). apply Nat.eqb_eq in He. now subst.
  - intros Hv. exists v. split; [exact Hv | apply Nat.eqb_refl].
Qed.

Lemma mem_false v l : mem v l = false <-> ~ In v l.
Proof. rewrite <- mem_In. destruct (mem v l); split; congruence. Qed.

(** No gate defines a variable that it, an earlier gate, or an argument of these mentions already. *)
Fixpoint ordered (gs : list gate) : bool :=
  match gs with
  | [] => true
  | g :: rest =>
    forallb (fun l => negb (mem (fst l) (map fst gs))) (snd g) && negb (mem (fst g) (map fst rest)) && ordered rest
  end.

Lemma upd_same env v b : upd env v b v = b.
Proof. unfold upd. now rewrite Nat.eqb_refl. Qed.
Lemma upd_other env v b w : w <> v -> upd env v b w = env w.
Proof. intros Hne. unfold upd. apply Nat.eqb_neq in Hne. now rewrite Hne. Qed.

Lemma eval_other gs : forall env v, ~ In v (map fst gs) -> eval gs env v = env v.
Proof.
  induction gs as [|g gs IH]; intros env v Hv; [reflexivity|]. simpl in *. rewrite IH by tauto.
  apply upd_other. intros ->. tauto.
Qed.

Lemma eval_app a : forall b env, eval (a ++ b) env = eval b (eval a env).
Proof. induction a as [|g a IH]; intros b env; [reflexivity|]. simpl. apply IH. Qed.

Lemma forallb_ext_in {A} (f g : A -> bool) l : (forall x, In x l -> f x = g x) -> forallb f l = forallb g l.
Proof.
  induction l as [|x l IH]; intros H; [reflexivity|]. simpl. rewrite (H x) by now left.
  f_equal. apply IH. intros y Hy. apply H. now right.
Qed.

Lemma eval_gate gs : forall env g, ordered gs = true -> In g gs ->
  eval gs env (fst g) = forallb (lit_value (eval gs env)) (snd g).
Proof.
  induction gs as [|g0 gs IH]; intros env g Ho Hin; [destruct Hin|]. cbn [ordered] in Ho.
  apply andb_true_iff in Ho. destruct Ho as (Ho & Hrest). apply andb_true_iff in Ho. destruct Ho as (Hargs & Hout).
  destruct Hin as [->|Hin]; [|now apply IH]. cbn [eval].
  apply negb_true_iff, mem_false in Hout. rewrite eval_other by exact Hout. rewrite upd_same.
  apply forallb_ext_in. intros l Hl. rewrite forallb_forall in Hargs. specialize (Hargs l Hl).
  apply negb_true_iff, mem_false in Hargs. simpl in Hargs. unfold lit_value. f_equal.
  rewrite eval_other by tauto. symmetry. apply upd_other. intros He. apply Hargs. now left.
Qed.

(** What depends on open variables. *)
Fixpoint opens (gs : list gate) (op : nat -> bool) : nat -> bool :=
  match gs with
  | [] => op
  | g :: gs => opens gs (upd op (fst g) (existsb (fun l => op (fst l)) (snd g)))
  end.

Lemma opens_sound gs : forall op e1 e2,
  (forall v, op v = false -> e1 v = e2 v) -> forall v, opens gs op v = false -> eval gs e1 v = eval gs e2 v.
Proof.
  induction gs as [|g gs IH]; intros op e1 e2 He v Hv; [now apply He|]. simpl in *.
  apply IH with (upd op (fst g) (existsb (fun l => op (fst l)) (snd g))); [|exact Hv]. intros w Hw. unfold upd in *. destruct (w =? fst g) eqn:E; [|now apply He].
  apply forallb_ext_in. intros l Hl. unfold lit_value. f_equal. apply He.
  destruct (op (fst l)) eqn:Hop; [|reflexivity].
  assert (existsb (fun l => op (fst l)) (snd g) = true); [|congruence].
  apply existsb_exists. now exists l.
Qed.

(** What mentions only variables on which two valuations agree has the same value in both. *)
Lemma eval_agree (gs : list gate) (Z : nat -> Prop) : forall e1 e2,
  (forall v, Z v -> e1 v = e2 v) -> (forall (g : gate) (l : aig_lit), In g gs -> In l (snd g) -> Z (fst l)) ->
  forall v, Z v -> eval gs e1 v = eval gs e2 v.
Proof.
  induction gs as [|g gs IH]; intros e1 e2 He Hg v Hv; [now apply He|]. simpl. apply IH; [| |exact Hv].
  - intros w Hw. unfold upd. destruct (w =? fst g); [|now apply He].
    apply forallb_ext_in. intros l Hl. unfold lit_value. f_equal. apply He. apply Hg with g; [now left | exact Hl].
  - intros g' l Hg' Hl. apply Hg with g'; [now right | exact Hl].
Qed.

(** ** Positions in lists *)

Fixpoint index_of (v : nat) (l : list nat) : option nat :=
  match l with
  | [] => None
  | w :: l => if v =? w then Some 0 else option_map S (index_of v l)
  end.

Lemma index_of_some v l : forall k, index_of v l = Some k -> k < length l /\ nth k l 0 = v.
Proof.
  induction l as [|w l IH]; intros k Hk; [discriminate|]. simpl in Hk. destruct (v =? w) eqn:E.
  - injection Hk as <-. apply Nat.eqb_eq in E. simpl. split; [lia | now symmetry].
  - destruct (index_of v l) as [j|]; [|discriminate]. injection Hk as <-. simpl.
    destruct (IH j eq_refl). split; [lia | assumption].
Qed.

Lemma index_of_none v l : index_of v l = None -> ~ In v l.
Proof.
  induction l as [|w l IH]; intros Hn Hin; [destruct Hin|]. simpl in Hn. destruct (v =? w) eqn:E; [discriminate|].
  apply Nat.eqb_neq in E. destruct Hin as [Hw|Hin]; [congruence|].
  destruct (index_of v l); [discriminate|]. now apply IH.
Qed.

Lemma index_of_nth l : forall k, NoDup l -> k < length l -> index_of (nth k l 0) l = Some k.
Proof.
  induction l as [|w l IH]; intros k Hnd Hk; [simpl in Hk; lia|]. inversion Hnd as [|? ? Hnin Hnd']; subst.
  destruct k as [|k]; simpl; [now rewrite Nat.eqb_refl|]. simpl in Hk.
  destruct (nth k l 0 =? w) eqn:E.
  - apply Nat.eqb_eq in E. exfalso. apply Hnin. rewrite <- E. apply nth_In. lia.
  - rewrite IH; [reflexivity | exact Hnd' | lia].
Qed.

Fixpoint nodupb (l : list nat) : bool :=
  match l with
  | [] => true
  | v :: l => negb (mem v l) && nodupb l
  end.

Lemma nodupb_NoDup l : nodupb l = true -> NoDup l.
Proof.
  induction l as [|v l IH]; simpl; intros H; constructor; apply andb_true_iff in H; destruct H as (Hv & Hl).
  - now apply mem_false, negb_true_iff.
  - now apply IH.
Qed.

Lemma nodup_apart (a b : list nat) v : NoDup (a ++ b) -> In v a -> ~ In v b.
Proof.
  induction a as [|w a IH]; intros Hnd Ha Hb; [destruct Ha|]. simpl in Hnd. inversion Hnd as [|? ? Hw Hnd']; subst.
  destruct Ha as [->|Ha]; [|now apply IH]. apply Hw. apply in_app_iff. now right.
Qed.

Lemma make_bits_bit n : forall (v : bits n), make_bits n (bit v) = v.
Proof. induction n as [|n IH]; intros v; [now destruct v|]. destruct v as [b v]. simpl. f_equal. apply IH. Qed.

Lemma make_bits_ext n : forall f g, (forall j, j < n -> f j = g j) -> make_bits n f = make_bits n g.
Proof.
  induction n as [|n IH]; intros f g H; [reflexivity|]. simpl. rewrite (H 0) by lia. f_equal.
  apply IH. intros j Hj. apply H. lia.
Qed.

(** ** AIGER models *)

Record latch := Latch { latch_var : nat; latch_next : aig_lit; latch_reset : option bool }.

Record aiger := Aiger {
  maxvar : nat;
  ins : list nat;
  lats : list latch;
  ands : list gate;                              (* arguments before gates *)
  constraints : list aig_lit
}.

Definition latch_vars (A : aiger) : list nat := map latch_var (lats A).

(** Every variable is defined once, gates in order, and all numbers are small enough. *)
Definition small (A : aiger) (l : aig_lit) : bool := fst l <=? maxvar A.

Definition aiger_ok (A : aiger) : bool :=
  nodupb (0 :: ins A ++ latch_vars A ++ map fst (ands A)) &&
  forallb (fun v => v <=? maxvar A) (ins A ++ latch_vars A ++ map fst (ands A)) &&
  forallb (small A) (map latch_next (lats A)) && forallb (small A) (constraints A) &&
  forallb (fun g => forallb (small A) (snd g)) (ands A).

Section Denotation.
  Variable A : aiger.

  Let nl := length (lats A).
  Let ni := length (ins A).

  Definition model_base (l : bits nl) (i : bits ni) (v : nat) : bool :=
    match index_of v (latch_vars A) with
    | Some k => bit l k
    | None => match index_of v (ins A) with Some k => bit i k | None => false end
    end.

  Definition model_value (l : bits nl) (i : bits ni) : nat -> bool := eval (ands A) (model_base l i).

  Definition next_lit (k : nat) : aig_lit := nth k (map latch_next (lats A)) (0, false).

  Definition denoted_reset (l : bits nl) : bool :=
    forallb (fun k => match nth k (map latch_reset (lats A)) None with Some b => Bool.eqb (bit l k) b | None => true end)
      (seq 0 nl).

  Definition denoted : model :=
    Model (bits nl) (bits ni) (bits_eq_dec nl) (all_bits nl) (all_bits_complete nl)
      (make_bits ni (fun _ => false)) (all_bits ni) (all_bits_complete ni)
      (fun l i => make_bits nl (fun k => lit_value (model_value l i) (next_lit k)))
      denoted_reset
      (fun l i => forallb (lit_value (model_value l i)) (constraints A)).

  (** A literal of the model, as the function that it computes. *)
  Definition denoted_lit (a : aig_lit) : literal denoted := fun l i => lit_value (model_value l i) a.

  Lemma denoted_false l i : aiger_ok A = true -> model_value l i 0 = false.
  Proof.
    unfold aiger_ok. rewrite !andb_true_iff. intros ((((Hnd & _) & _) & _) & _).
    cbn [nodupb] in Hnd. apply andb_true_iff in Hnd. destruct Hnd as (H0 & _).
    apply negb_true_iff, mem_false in H0. rewrite !in_app_iff in H0.
    unfold model_value. rewrite eval_other by tauto. unfold model_base.
    destruct (index_of 0 (latch_vars A)) as [k|] eqn:E.
    { apply index_of_some in E. destruct E as (Hk & E). exfalso. apply H0. right. left. rewrite <- E. now apply nth_In. }
    destruct (index_of 0 (ins A)) as [k|] eqn:E'; [|reflexivity].
    apply index_of_some in E'. destruct E' as (Hk & E'). exfalso. apply H0. left. rewrite <- E'. now apply nth_In.
  Qed.

  (** ** Observed inputs *)

  Variable obs : nat -> bool.                    (* which inputs, by position, are observed *)

  Definition observed_at : list nat := filter obs (seq 0 ni).
  Definition unobserved_at : list nat := filter (fun k => negb (obs k)) (seq 0 ni).
  Let no := length observed_at.
  Let nu := length unobserved_at.

  Definition input_bit (o : bits no) (u : bits nu) (k : nat) : bool :=
    match index_of k observed_at with
    | Some r => bit o r
    | None => match index_of k unobserved_at with Some r => bit u r | None => false end
    end.

  Lemma input_bit_see_rest (i : bits ni) k : k < ni ->
    input_bit (make_bits no (fun r => bit i (nth r observed_at 0))) (make_bits nu (fun r => bit i (nth r unobserved_at 0))) k
    = bit i k.
  Proof.
    intros Hk. unfold input_bit. destruct (index_of k observed_at) as [r|] eqn:E.
    - apply index_of_some in E. destruct E as (Hr & E). rewrite bit_make_bits by exact Hr. now rewrite E.
    - destruct (index_of k unobserved_at) as [r|] eqn:E'.
      + apply index_of_some in E'. destruct E' as (Hr & E'). rewrite bit_make_bits by exact Hr. now rewrite E'.
      + exfalso. apply index_of_none in E. apply index_of_none in E'. unfold observed_at, unobserved_at in *.
        rewrite filter_In in E, E'. destruct (obs k) eqn:Ho; [apply E | apply E'];
          (split; [apply in_seq; lia|]); now rewrite ?Ho.
  Qed.

  Definition chosen_split : split denoted.
  Proof.
    refine (Split denoted (bits no) (bits nu) (bits_eq_dec no) (all_bits no) (all_bits_complete no)
              (all_bits nu) (all_bits_complete nu)
              (fun o u => make_bits ni (input_bit o u))
              (fun i => make_bits no (fun r => bit i (nth r observed_at 0)))
              (fun i => make_bits nu (fun r => bit i (nth r unobserved_at 0))) _).
    intros i. rewrite (make_bits_ext ni _ (bit i)); [apply make_bits_bit|].
    intros j Hj. now apply input_bit_see_rest.
  Defined.

  (** ** The variables of the elaborated system (the table of section 1.3) *)

  Variable fl : list aig_lit.                    (* the fairness list *)
  Variable more : list gate.                     (* the gates of the certificate and of the validator *)

  Definition nf : nat := length fl.
  Definition monitor_var (j : nat) : nat := maxvar A + 1 + j.
  Definition fresh_var (k : nat) : nat := maxvar A + nf + 1 + k.
  Definition first_gate : nat := maxvar A + nf + ni + 1.

  Definition all_gates : list gate := ands A ++ more.

  Definition more_ok : bool := ordered all_gates && forallb (fun g => first_gate <=? fst g) more.

  (** Open: what depends on the inputs of the step. *)
  Definition open_base (v : nat) : bool :=
    match index_of v (latch_vars A) with
    | Some _ => false
    | None =>
      match index_of v (ins A) with
      | Some k => negb (obs k)
      | None => (maxvar A + nf <? v) && (v <? first_gate)
      end
    end.

  Definition is_open : nat -> bool := opens all_gates open_base.

  (** The same without the gates of the certificate: it says which fairness literals get a monitor. *)
  Definition model_open : nat -> bool := opens (ands A) open_base.

  (** Fairness literals, and which of them have monitors. *)
  Definition fairness_list : list (fairness denoted) :=
    map (fun a => Fairness denoted (denoted_lit a) (model_open (fst a))) fl.

  Definition fair_nth (j : nat) : aig_lit := nth j fl (0, true).

  Let e_st := e_state denoted chosen_split fairness_list.
  Let e_in := e_input denoted chosen_split.

  Definition step_base (s : e_st) (i : e_in) (v : nat) : bool :=
    let '(l, o, m) := s in
    let '(u, o') := i in
    match index_of v (latch_vars A) with
    | Some k => bit l k
    | None =>
      match index_of v (ins A) with
      | Some k => input_bit o u k
      | None =>
        if v <=? maxvar A then false
        else if v <? maxvar A + 1 + nf then bit m (v - (maxvar A + 1))
        else if v <? first_gate then
          match index_of (v - (maxvar A + nf + 1)) observed_at with Some r => bit o' r | None => false end
        else false
      end
    end.

  Definition step_value (s : e_st) (i : e_in) : nat -> bool := eval all_gates (step_base s i).

  Definition state_lit (a : aig_lit) : bool := negb (is_open (fst a)).

  Hypothesis HA : aiger_ok A = true.
  Hypothesis Hfl : forallb (small A) fl = true.
  Hypothesis Hmore : more_ok = true.

  Lemma small_vars v : In v (ins A ++ latch_vars A ++ map fst (ands A)) -> v <= maxvar A.
  Proof.
    intros Hv. unfold aiger_ok in HA. rewrite !andb_true_iff in HA. destruct HA as ((((_ & Hs) & _) & _) & _).
    rewrite forallb_forall in Hs. now apply Nat.leb_le, Hs.
  Qed.

  Lemma more_large g : In g more -> first_gate <= fst g.
  Proof.
    intros Hg. unfold more_ok in Hmore. apply andb_true_iff in Hmore. destruct Hmore as (_ & Hl).
    rewrite forallb_forall in Hl. now apply Nat.leb_le, Hl.
  Qed.

  Theorem step_value_gate s i g :
    In g all_gates -> step_value s i (fst g) = forallb (lit_value (step_value s i)) (snd g).
  Proof. intros Hg. apply eval_gate; [|exact Hg]. unfold more_ok in Hmore. now apply andb_true_iff in Hmore. Qed.

  (** Variables that are no gates. *)
  Lemma step_value_base s i v : ~ In v (map fst all_gates) -> step_value s i v = step_base s i v.
  Proof. intros Hv. now apply eval_other. Qed.

  Lemma below_gates v : maxvar A < v < first_gate -> ~ In v (map fst all_gates).
  Proof.
    intros Hv Hin. unfold all_gates in Hin. rewrite map_app, in_app_iff in Hin. destruct Hin as [Hin|Hin].
    - assert (v <= maxvar A); [|lia]. apply small_vars. rewrite !in_app_iff. tauto.
    - apply in_map_iff in Hin. destruct Hin as (g & <- & Hg). apply more_large in Hg. lia.
  Qed.

  Lemma named_not_gate v : In v (ins A ++ latch_vars A) -> ~ In v (map fst all_gates).
  Proof.
    intros Hv Hin. unfold all_gates in Hin. rewrite map_app, in_app_iff in Hin.
    assert (Hs : v <= maxvar A) by (apply small_vars; rewrite !in_app_iff in *; tauto).
    destruct Hin as [Hin|Hin].
    - unfold aiger_ok in HA. rewrite !andb_true_iff in HA. destruct HA as ((((Hnd & _) & _) & _) & _).
      apply nodupb_NoDup in Hnd. inversion Hnd as [|? ? _ Hnd']; subst. rewrite app_assoc in Hnd'.
      exact (nodup_apart _ _ _ Hnd' Hv Hin).
    - apply in_map_iff in Hin. destruct Hin as (g & <- & Hg). apply more_large in Hg. unfold first_gate in Hg. lia.
  Qed.

  (** A literal of the model has the same value in the elaborated system. *)
  Theorem model_literal l o m u o' a :
    fst a <= maxvar A ->
    lit_value (step_value (l, o, m) (u, o')) a = denoted_lit a l (make_bits ni (input_bit o u)).
  Proof.
    intros Ha. unfold denoted_lit, lit_value. f_equal.
    unfold step_value, all_gates, model_value. rewrite eval_app.
    rewrite eval_other.
    2: { intros Hin. apply in_map_iff in Hin. destruct Hin as (g & Hg & Hin). apply more_large in Hin.
         unfold first_gate in Hin. lia. }
    apply eval_agree with (fun v => v <= maxvar A); [| |exact Ha].
    - intros v Hv. unfold step_base, model_base.
      destruct (index_of v (latch_vars A)); [reflexivity|].
      destruct (index_of v (ins A)) as [k|] eqn:E.
      + apply index_of_some in E. now rewrite bit_make_bits by apply E.
      + apply Nat.leb_le in Hv. now rewrite Hv.
    - intros g b Hg Hb. unfold aiger_ok in HA. rewrite !andb_true_iff in HA. destruct HA as (_ & Hs).
      rewrite forallb_forall in Hs. specialize (Hs g Hg). rewrite forallb_forall in Hs. apply Nat.leb_le. exact (Hs b Hb).
  Qed.

  (** Variables that are not open have the same value for all step inputs. *)
  Lemma step_base_closed s i i' v : open_base v = false -> step_base s i v = step_base s i' v.
  Proof.
    intros Hv. destruct s as [[l o] m], i as [u o1], i' as [u' o1']. unfold open_base in Hv. unfold step_base.
    destruct (index_of v (latch_vars A)); [reflexivity|].
    destruct (index_of v (ins A)) as [k|] eqn:E.
    - apply index_of_some in E. destruct E as (Hk & _). apply negb_false_iff in Hv. unfold input_bit.
      destruct (index_of k observed_at) eqn:E; [reflexivity|]. exfalso. apply index_of_none in E. apply E.
      apply filter_In. split; [apply in_seq; fold ni in Hk; lia | exact Hv].
    - destruct (v <=? maxvar A) eqn:E1; [reflexivity|].
      destruct (v <? maxvar A + 1 + nf) eqn:E2; [reflexivity|].
      destruct (v <? first_gate) eqn:E3; [|reflexivity].
      apply Nat.ltb_ge in E2. rewrite andb_true_r in Hv. apply Nat.ltb_ge in Hv. lia.
  Qed.

  (** The value of a state literal does not depend on the step inputs. *)
  Theorem state_literal s i i' a :
    state_lit a = true -> lit_value (step_value s i) a = lit_value (step_value s i') a.
  Proof.
    intros Ha. unfold lit_value. f_equal. apply negb_true_iff in Ha.
    apply (opens_sound all_gates open_base); [|exact Ha]. intros v Hv. now apply step_base_closed.
  Qed.

  (** The same for literals of the model, judged by the gates of the model alone. *)
  Lemma model_state_literal l o u u' a :
    model_open (fst a) = false -> fst a <= maxvar A ->
    denoted_lit a l (make_bits ni (input_bit o u)) = denoted_lit a l (make_bits ni (input_bit o u')).
  Proof.
    intros Ha Hs. unfold denoted_lit, lit_value. f_equal. unfold model_value.
    apply (opens_sound (ands A) open_base); [|exact Ha]. clear a Ha Hs.
    intros v Hv. unfold open_base in Hv. unfold model_base.
    destruct (index_of v (latch_vars A)); [reflexivity|].
    destruct (index_of v (ins A)) as [k|] eqn:E; [|reflexivity].
    apply index_of_some in E. destruct E as (Hk & _). fold ni in Hk. rewrite !bit_make_bits by exact Hk.
    apply negb_false_iff in Hv. unfold input_bit.
    destruct (index_of k observed_at) eqn:E; [reflexivity|]. exfalso. apply index_of_none in E. apply E.
    apply filter_In. split; [apply in_seq; lia | exact Hv].
  Qed.

  Lemma step_value_false s i : step_value s i 0 = false.
  Proof.
    destruct s as [[l o] m], i as [u o']. assert (H := model_literal l o m u o' (0, false) (Nat.le_0_l _)).
    unfold denoted_lit, lit_value in H. cbn [fst snd] in H. rewrite !xorb_false_r in H. rewrite H.
    now apply denoted_false.
  Qed.

  (** ** After the step (section 7, [resolve]) *)

  (** A literal after the step: as a literal before it, or as a variable of the next frame. *)
  Inductive resolved := Before (l : aig_lit) | After (l : aig_lit).

  Definition resolve (a : aig_lit) : resolved :=
    let (v, sign) := a in
    let with_sign (l : aig_lit) := (fst l, xorb (snd l) sign) in
    if v =? 0 then Before a
    else match index_of v (latch_vars A) with
    | Some k => Before (with_sign (next_lit k))
    | None =>
      match index_of v (ins A) with
      | Some k => if obs k then Before (fresh_var k, sign) else After a
      | None =>
        if (maxvar A <? v) && (v <? maxvar A + 1 + nf) && model_open (fst (fair_nth (v - (maxvar A + 1))))
        then Before (with_sign (fair_nth (v - (maxvar A + 1))))
        else After a
      end
    end.

  Definition resolved_value (env env' : nat -> bool) (r : resolved) : bool :=
    match r with Before l => lit_value env l | After l => lit_value env' l end.

  Lemma with_sign_value env (l : aig_lit) (sign : bool) :
    lit_value env (fst l, xorb (snd l) sign) = xorb (lit_value env l) sign.
  Proof. unfold lit_value. simpl. symmetry. apply xorb_assoc_reverse. Qed.

  Lemma next_lit_small k : fst (next_lit k) <= maxvar A.
  Proof.
    unfold next_lit. destruct (Nat.lt_ge_cases k (length (map latch_next (lats A)))) as [Hk|Hk].
    - unfold aiger_ok in HA. rewrite !andb_true_iff in HA. destruct HA as (((_ & Hs) & _) & _).
      rewrite forallb_forall in Hs. apply Nat.leb_le, Hs. now apply nth_In.
    - rewrite nth_overflow by exact Hk. simpl. lia.
  Qed.

  Lemma fair_nth_small j : fst (fair_nth j) <= maxvar A.
  Proof.
    unfold fair_nth. destruct (Nat.lt_ge_cases j (length fl)) as [Hj|Hj].
    - rewrite forallb_forall in Hfl. apply Nat.leb_le, Hfl. now apply nth_In.
    - rewrite nth_overflow by exact Hj. simpl. lia.
  Qed.

  Lemma fairness_at_nth j : j < nf ->
    fairness_at denoted fairness_list j = Fairness denoted (denoted_lit (fair_nth j)) (model_open (fst (fair_nth j))).
  Proof.
    intros Hj. unfold fairness_at, fairness_list, fair_nth. unfold nf in Hj.
    rewrite (nth_indep _ _ (Fairness denoted (denoted_lit (0, true)) (model_open 0))) by now rewrite map_length.
    exact (map_nth (fun a => Fairness denoted (denoted_lit a) (model_open (fst a))) fl (0, true) j).
  Qed.

  Theorem resolve_after (s : e_st) (i j : e_in) (a : aig_lit) :
    lit_value (step_value (e_next denoted chosen_split fairness_list s i) j) a =
    resolved_value (step_value s i) (step_value (e_next denoted chosen_split fairness_list s i) j) (resolve a).
  Proof.
    destruct a as [v sign]. unfold resolve. cbn zeta.
    destruct (v =? 0) eqn:E0.
    { apply Nat.eqb_eq in E0. subst. unfold resolved_value, lit_value. cbn [fst]. now rewrite !step_value_false. }
    destruct (index_of v (latch_vars A)) as [k|] eqn:El.
    { unfold resolved_value. rewrite with_sign_value. unfold lit_value at 1. cbn [fst snd]. f_equal.
      assert (Hk := index_of_some _ _ _ El). destruct Hk as (Hk & Hv).
      rewrite step_value_base by (apply named_not_gate; rewrite in_app_iff; right; rewrite <- Hv; now apply nth_In).
      destruct s as [[l o] m], i as [u o'], j as [u1 o1]. cbn [e_next]. unfold step_base. rewrite El.
      rewrite model_literal by apply next_lit_small.
      unfold latch_vars in Hk. rewrite map_length in Hk. simpl. now rewrite bit_make_bits by exact Hk. }
    destruct (index_of v (ins A)) as [k|] eqn:Ei.
    { destruct (obs k) eqn:Eo; [|reflexivity]. unfold resolved_value, lit_value. cbn [fst snd]. f_equal.
      assert (Hk := index_of_some _ _ _ Ei). destruct Hk as (Hk & Hv). fold ni in Hk.
      rewrite step_value_base by (apply named_not_gate; rewrite in_app_iff; left; rewrite <- Hv; now apply nth_In).
      rewrite step_value_base by (apply below_gates; unfold fresh_var, first_gate; lia).
      destruct s as [[l o] m], i as [u o'], j as [u1 o1]. cbn [e_next]. unfold step_base. rewrite El, Ei.
      assert (Hin : forall w, In w (latch_vars A) \/ In w (ins A) -> w <= maxvar A)
        by (intros w Hw; apply small_vars; rewrite !in_app_iff; tauto).
      destruct (index_of (fresh_var k) (latch_vars A)) as [r|] eqn:E1.
      { apply index_of_some in E1. destruct E1 as (Hr & E1).
        assert (fresh_var k <= maxvar A); [|unfold fresh_var in *; lia].
        apply Hin. left. rewrite <- E1. now apply nth_In. }
      destruct (index_of (fresh_var k) (ins A)) as [r|] eqn:E2.
      { apply index_of_some in E2. destruct E2 as (Hr & E2).
        assert (fresh_var k <= maxvar A); [|unfold fresh_var in *; lia].
        apply Hin. right. rewrite <- E2. now apply nth_In. }
      assert (F1 : fresh_var k <=? maxvar A = false) by (apply Nat.leb_gt; unfold fresh_var; lia).
      assert (F2 : fresh_var k <? maxvar A + 1 + nf = false) by (apply Nat.ltb_ge; unfold fresh_var; lia).
      assert (F3 : fresh_var k <? first_gate = true) by (apply Nat.ltb_lt; unfold fresh_var, first_gate; lia).
      rewrite F1, F2, F3. replace (fresh_var k - (maxvar A + nf + 1)) with k by (unfold fresh_var; lia).
      unfold input_bit. destruct (index_of k observed_at) as [r|] eqn:E3; [reflexivity|].
      exfalso. apply index_of_none in E3. apply E3. apply filter_In. split; [apply in_seq; lia | exact Eo]. }
    destruct ((maxvar A <? v) && (v <? maxvar A + 1 + nf) && model_open (fst (fair_nth (v - (maxvar A + 1))))) eqn:Em;
      [|reflexivity].
    apply andb_true_iff in Em. destruct Em as (Em & Emo). apply andb_true_iff in Em. destruct Em as (E1 & E2).
    apply Nat.ltb_lt in E1, E2.
    unfold resolved_value. rewrite with_sign_value. unfold lit_value at 1. cbn [fst snd]. f_equal.
    rewrite step_value_base by (apply below_gates; unfold first_gate; lia).
    destruct s as [[l o] m], i as [u o'], j as [u1 o1]. cbn [e_next]. unfold step_base. rewrite El, Ei.
    assert (F1 : v <=? maxvar A = false) by (apply Nat.leb_gt; lia).
    assert (F2 : v <? maxvar A + 1 + nf = true) by (apply Nat.ltb_lt; lia).
    rewrite F1, F2. unfold e_monitors. rewrite bit_make_bits by (unfold fairness_list; rewrite map_length; unfold nf in *; lia).
    rewrite fairness_at_nth by lia. simpl. rewrite Emo. simpl.
    symmetry. apply model_literal. apply fair_nth_small.
  Qed.
End Denotation.
