(** * The elaborated system (docs/certificates.md, section 1.3)

    From a model, a fairness list, a choice of observed inputs and of the fairness literals that get a monitor, [elaborate]
    builds the [system] that certificates speak of: observed inputs are state, fed by fresh step inputs; a monitor shows
    in the next state what its literal was.

    - [path_of_run], [run_of_path]: the runs of the model and the paths of the elaborated system are the same.
    - [monitor_delay]: a path is fair iff every literal of the fairness list is true infinitely often on its run:
      "infinitely often" does not feel a delay of one step.
    - [elaborate_bad], [elaborate_justice]: so the properties [bad] and [justice] may be judged on the elaborated system, which has the same
      truth. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System Ctl Model.

(** ** Finite types: vectors of bits *)

Fixpoint bits (n : nat) : Type := match n with 0 => unit | S n => (bool * bits n)%type end.

Fixpoint bit {n : nat} : bits n -> nat -> bool :=
  match n with
  | 0 => fun _ _ => false
  | S n => fun v j => match j with 0 => fst v | S j => bit (snd v) j end
  end.

Fixpoint make_bits (n : nat) (f : nat -> bool) : bits n :=
  match n with
  | 0 => tt
  | S n => (f 0, make_bits n (fun j => f (S j)))
  end.

Lemma bit_make_bits n : forall f j, j < n -> bit (make_bits n f) j = f j.
Proof.
  induction n as [|n IH]; intros f [|j] Hj; simpl; try lia; auto.
  now rewrite (IH (fun j => f (S j)) j) by lia.
Qed.

Definition bits_eq_dec n : forall v w : bits n, {v = w} + {v <> w}.
Proof. induction n as [|n IH]; [intros [] []; now left|]. intros [a v] [b w]. decide equality. apply bool_dec. Defined.

Fixpoint all_bits (n : nat) : list (bits n) :=
  match n with
  | 0 => [tt]
  | S n => list_prod [true; false] (all_bits n)
  end.

Lemma all_bits_complete n (v : bits n) : In v (all_bits n).
Proof.
  induction n as [|n IH]; [destruct v; now left|]. destruct v as [b v].
  apply (in_prod [true; false] (all_bits n)); [destruct b; simpl; auto | apply IH].
Qed.

(** ** Observed inputs *)

(** [inputs] as a pair of the observed and the unobserved ones. *)
Record split (m : model) := Split {
  observed : Type;
  unobserved : Type;
  observed_eq_dec : forall o p : observed, {o = p} + {o <> p};
  all_observed : list observed;
  all_observed_complete : forall o, In o all_observed;
  all_unobserved : list unobserved;
  all_unobserved_complete : forall u, In u all_unobserved;
  join : observed -> unobserved -> inputs m;
  see : inputs m -> observed;
  rest : inputs m -> unobserved;
  join_see_rest : forall i, join (see i) (rest i) = i
}.

Arguments observed {m}. Arguments unobserved {m}. Arguments join {m}. Arguments see {m}. Arguments rest {m}.

(** For [bad], [output] and [justice] nothing is observed. *)
Definition observe_nothing (m : model) : split m.
Proof.
  refine (Split m unit (inputs m) _ [tt] _ (every_inputs m) (every_inputs_complete m)
            (fun _ i => i) (fun _ => tt) (fun i => i) _).
  - decide equality.
  - intros []. now left.
  - reflexivity.
Defined.

(** ** The system *)

(** A fairness literal, and whether it gets a monitor. *)
Record fairness (m : model) := Fairness { fair_lit : literal m; monitored : bool }.

Arguments fair_lit {m}. Arguments monitored {m}.

Section Elaborate.
  Variables (m : model) (sp : split m).
  Variable fl : list (fairness m).
  (** State literals: they read latches and observed inputs only. *)
  Variable atom : nat -> latches m -> observed sp -> bool.
  Hypothesis atom_false : forall l o, atom 0 l o = false.
  Hypothesis atom_true : forall l o, atom 1 l o = true.

  Let default : fairness m := Fairness m (fun _ _ => true) false.
  Definition fairness_at (j : nat) : fairness m := nth j fl default.

  (** A literal without a monitor has no unobserved input in its cone. *)
  Definition monitors_suffice : Prop :=
    forall f, In f fl -> monitored f = false ->
      forall l o u u', fair_lit f l (join sp o u) = fair_lit f l (join sp o u').

  (** Latches, observed inputs, monitors. (A literal without a monitor has a constant bit in its place.) *)
  Definition e_state : Type := (latches m * observed sp * bits (length fl))%type.
  Definition e_input : Type := (unobserved sp * observed sp)%type.

  Definition e_state_eq_dec (s t : e_state) : {s = t} + {s <> t}.
  Proof.
    destruct s as [[l o] v], t as [[l' o'] v'].
    destruct (latches_eq_dec m l l'); [|right; congruence].
    destruct (observed_eq_dec m sp o o'); [|right; congruence].
    destruct (bits_eq_dec _ v v'); [left; congruence | right; congruence].
  Defined.

  Definition e_states : list e_state :=
    list_prod (list_prod (all_latches m) (all_observed m sp)) (all_bits (length fl)).

  Lemma e_states_complete s : In s e_states.
  Proof.
    destruct s as [[l o] v]. apply in_prod; [apply in_prod|].
    - apply all_latches_complete.
    - apply all_observed_complete.
    - apply all_bits_complete.
  Qed.

  Definition e_some_input : e_input := (rest sp (some_inputs m), see sp (some_inputs m)).

  Definition e_inputs : list e_input := list_prod (all_unobserved m sp) (all_observed m sp).

  Lemma e_inputs_complete i : In i e_inputs.
  Proof. destruct i as [u o]. apply in_prod; [apply all_unobserved_complete | apply all_observed_complete]. Qed.

  Definition e_monitors (l : latches m) (i : inputs m) : bits (length fl) :=
    make_bits (length fl) (fun j => monitored (fairness_at j) && fair_lit (fairness_at j) l i).

  Definition e_next (s : e_state) (i : e_input) : e_state :=
    let '(l, o, _) := s in
    let '(u, o') := i in
    (m_next m l (join sp o u), o', e_monitors l (join sp o u)).

  Definition e_C (s : e_state) (i : e_input) : bool :=
    let '(l, o, _) := s in m_C m l (join sp o (fst i)).

  Definition e_initial (s : e_state) : bool :=
    let '(l, o, v) := s in m_reset m l && forallb (fun j => negb (bit v j)) (seq 0 (length fl)).

  Definition e_B (j : nat) (s : e_state) : bool :=
    let '(l, o, v) := s in
    if monitored (fairness_at j) then bit v j
    else fair_lit (fairness_at j) l (join sp o (rest sp (some_inputs m))).

  Definition e_lit (a : nat) (s : e_state) : bool := let '(l, o, _) := s in atom a l o.

  Lemma e_lit_false s : e_lit 0 s = false.
  Proof. destruct s as [[l o] v]. apply atom_false. Qed.
  Lemma e_lit_true s : e_lit 1 s = true.
  Proof. destruct s as [[l o] v]. apply atom_true. Qed.

  Definition elaborate : system :=
    System e_state e_input e_state_eq_dec e_states e_states_complete e_some_input e_inputs e_inputs_complete
      e_next e_C e_initial (length fl) e_B e_lit e_lit_false e_lit_true.

  (** ** Runs and paths *)

  (** The state of the elaborated system at time [n] of a run of the model. *)
  Definition e_at (x : nat -> latches m) (inp : nat -> inputs m) (n : nat) : e_state :=
    (x n, see sp (inp n),
     match n with
     | 0 => make_bits (length fl) (fun _ => false)
     | S k => e_monitors (x k) (inp k)
     end).

  Definition e_by (inp : nat -> inputs m) (n : nat) : e_input := (rest sp (inp n), see sp (inp (S n))).

  Lemma e_at_next x inp n :
    x (S n) = m_next m (x n) (inp n) -> e_next (e_at x inp n) (e_by inp n) = e_at x inp (S n).
  Proof. intros Hx. simpl. unfold e_at. now rewrite join_see_rest, Hx. Qed.

  Lemma e_at_C x inp n : e_C (e_at x inp n) (e_by inp n) = m_C m (x n) (inp n).
  Proof. simpl. now rewrite join_see_rest. Qed.

  Lemma e_at_initial x inp : m_reset m (x 0) = true -> e_initial (e_at x inp 0) = true.
  Proof.
    intros HI. simpl. rewrite HI. simpl. apply forallb_forall. intros j Hj. apply in_seq in Hj.
    now rewrite bit_make_bits by lia.
  Qed.

  Theorem path_of_run x inp : run x inp -> initial elaborate (e_at x inp 0) = true /\ @path elaborate (e_at x inp).
  Proof.
    intros (HI & HC & Hx). split; [now apply e_at_initial|]. intros n. exists (e_by inp n).
    change (e_C (e_at x inp n) (e_by inp n) = true /\ e_next (e_at x inp n) (e_by inp n) = e_at x inp (S n)).
    split; [now rewrite e_at_C | now apply e_at_next].
  Qed.

  (** The way back: a path with its step inputs is a run, with all inputs read off. *)
  Definition e_inputs_of (z : nat -> e_state) (by_ : nat -> e_input) (n : nat) : inputs m :=
    join sp (snd (fst (z n))) (fst (by_ n)).

  Theorem run_of_path (z : nat -> e_state) (by_ : nat -> e_input) :
    e_initial (z 0) = true ->
    (forall n, e_C (z n) (by_ n) = true /\ e_next (z n) (by_ n) = z (S n)) ->
    run (fun n => fst (fst (z n))) (e_inputs_of z by_).
  Proof.
    intros HI Hz. split; [|split]; unfold e_inputs_of.
    - destruct (z 0) as [[l o] v]. now apply andb_true_iff in HI.
    - intros n. destruct (Hz n) as (HC & _). now destruct (z n) as [[l o] v].
    - intros n. destruct (Hz n) as (_ & HN). rewrite <- HN. destruct (z n) as [[l o] v].
      now destruct (by_ n) as [u o'].
  Qed.

  (** ** Monitors *)

  Lemma fairness_at_in j : j < length fl -> In (fairness_at j) fl.
  Proof. intros Hj. now apply nth_In. Qed.

  Theorem monitor_delay (z : nat -> e_state) (by_ : nat -> e_input) :
    monitors_suffice ->
    (forall n, e_next (z n) (by_ n) = z (S n)) ->
    (@fair elaborate z <->
     forall f, In f fl -> infinitely_often (fair_lit f) (fun n => fst (fst (z n))) (e_inputs_of z by_)).
  Proof.
    intros Hms Hz.
    (* what B_j says at each time *)
    assert (HB : forall j n, j < length fl ->
              if monitored (fairness_at j)
              then e_B j (z (S n)) = fair_lit (fairness_at j) (fst (fst (z n))) (e_inputs_of z by_ n)
              else e_B j (z n) = fair_lit (fairness_at j) (fst (fst (z n))) (e_inputs_of z by_ n)).
    { intros j n Hj. destruct (monitored (fairness_at j)) eqn:Hm.
      - rewrite <- Hz. unfold e_inputs_of. destruct (z n) as [[l o] v], (by_ n) as [u o'].
        simpl. rewrite Hm. unfold e_monitors. rewrite bit_make_bits by exact Hj. now rewrite Hm.
      - unfold e_inputs_of. destruct (z n) as [[l o] v]. simpl. rewrite Hm.
        apply Hms; [now apply fairness_at_in | exact Hm]. }
    split.
    - intros Hf f Hin n. destruct (In_nth fl f default Hin) as (j & Hj & He). fold (fairness_at j) in He.
      specialize (HB j). rewrite He in HB.
      destruct (Hf j Hj (S n)) as (t & Ht & HBt). change (e_B j (z t) = true) in HBt.
      destruct (monitored f).
      + exists (t - 1). split; [lia|]. rewrite <- HB by exact Hj. now replace (S (t - 1)) with t by lia.
      + exists t. split; [lia|]. now rewrite <- HB by exact Hj.
    - intros Hf j Hj n. change (j < length fl) in Hj.
      destruct (Hf (fairness_at j) (fairness_at_in j Hj) n) as (t & Ht & Hl).
      specialize (HB j t Hj). rewrite Hl in HB. destruct (monitored (fairness_at j)).
      + exists (S t). split; [lia | exact HB].
      + exists t. split; [exact Ht | exact HB].
  Qed.

  (** The model's run and its inputs come back from its path. *)
  Lemma e_inputs_of_at x inp n : e_inputs_of (e_at x inp) (e_by inp) n = inp n.
  Proof. unfold e_inputs_of. simpl. apply join_see_rest. Qed.

  Theorem elaborate_justice :
    monitors_suffice ->
    (model_justice_fails (map fair_lit fl) <->
     exists s, initial elaborate s = true /\ exists x, @fair_path_from elaborate s x).
  Proof.
    intros Hms. split.
    2: { intros (s & HI & z & <- & Hp & Hf). assert (Hz := @path_inputs elaborate z Hp).
         set (by_ := fun n => @input_for elaborate (z n) (z (S n))).
         exists (fun n => fst (fst (z n))), (e_inputs_of z by_). split; [now apply run_of_path|].
         intros l Hl. apply in_map_iff in Hl. destruct Hl as (f & <- & Hin).
         apply (proj1 (monitor_delay z by_ Hms (fun n => proj2 (Hz n))) Hf f Hin). }
    intros (x & inp & Hr & Hf). destruct (path_of_run x inp Hr) as (HI & Hp).
    exists (e_at x inp 0). split; [exact HI|]. exists (e_at x inp). split; [reflexivity|]. split; [exact Hp|].
    apply (monitor_delay (e_at x inp) (e_by inp) Hms).
    - intros n. apply e_at_next, Hr.
    - intros f Hin n. destruct (Hf (fair_lit f) (in_map fair_lit fl f Hin) n) as (t & Ht & Hl).
      exists t. split; [exact Ht|]. now rewrite e_inputs_of_at.
  Qed.

  (** A literal of the model, read in a step of the elaborated system. *)
  Definition e_literal (l : literal m) (s : e_state) (i : e_input) : bool :=
    let '(x, o, _) := s in l x (join sp o (fst i)).

  Theorem elaborate_bad (bad : literal m) :
    model_bad_fails bad <-> @bad_fails elaborate (e_literal bad).
  Proof.
    split.
    2: { intros (n & z & by_ & (HI & HC & HN) & Hb). change (nat -> e_state) in (type of z).
         exists n, (fun k => fst (fst (z k))), (e_inputs_of z by_). split; [split; [|split]|]; unfold e_inputs_of.
         - change (e_initial (z 0) = true) in HI. destruct (z 0) as [[l o] v]. now apply andb_true_iff in HI.
         - intros k Hk. specialize (HC k Hk). change (e_C (z k) (by_ k) = true) in HC. now destruct (z k) as [[l o] v].
         - intros k Hk. rewrite (HN k Hk). change (@next elaborate) with e_next. destruct (z k) as [[l o] v].
           now destruct (by_ k) as [u o'].
         - now destruct (z n) as [[l o] v]. }
    intros (n & x & inp & (HI & HC & Hx) & Hb). exists n, (e_at x inp), (e_by inp). split; [split; [|split]|].
    - now apply e_at_initial.
    - intros k Hk. change (e_C (e_at x inp k) (e_by inp k) = true). rewrite e_at_C. now apply HC.
    - intros k Hk. symmetry. now apply e_at_next, Hx.
    - simpl. now rewrite join_see_rest.
  Qed.
End Elaborate.
