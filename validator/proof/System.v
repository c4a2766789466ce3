(** * The structure that a property talks about (docs/certificates.md, sections 1.2 and 1.3)

    A [system] is an elaborated system: finitely many states, step inputs, a next-state function [next], the constraint [C]
    that says which steps are allowed, the initial states, and the fairness sets [B 0 .. B (F-1)]. Predicates are Boolean
    functions of the state. Nothing is assumed about how states are made; [Elaboration] builds a system from a model.

    Paths are infinite sequences of allowed steps, and fairness is "infinitely often", word for word. No fixpoint, no
    coinduction and no axiom is used to define them. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.

Record system := System {
  state : Type;
  input : Type;                                  (* a valuation of all step inputs *)
  state_eq_dec : forall s t : state, {s = t} + {s <> t};
  states : list state;                           (* states are finitely many *)
  states_complete : forall s, In s states;
  some_input : input;                            (* inputs can be chosen at all *)
  all_inputs : list input;                       (* step inputs are bits: finitely many, too *)
  all_inputs_complete : forall i, In i all_inputs;
  next : state -> input -> state;
  C : state -> input -> bool;                    (* the conjunction of the invariant constraints *)
  initial : state -> bool;
  F : nat;                                       (* the length of the fairness list *)
  B : nat -> state -> bool;                      (* fairness sets: [B j] for [j < F] *)
  lit : nat -> state -> bool;                    (* the state literals that atoms of a formula name *)
  lit_false : forall s, lit 0 s = false;
  lit_true : forall s, lit 1 s = true
}.

Definition pred (M : system) := state M -> bool.

Section Paths.
  Variable M : system.
  Implicit Types (s t y : state M) (i : input M) (x : nat -> state M).

  (** [y] steps to [t] by some input, and the constraints allow it. *)
  Definition step y t : Prop := exists i, C M y i = true /\ next M y i = t.

  (** A path is an infinite sequence of allowed steps. *)
  Definition path x : Prop := forall n, step (x n) (x (S n)).

  (** It is fair if every [B j] is true infinitely often on it. *)
  Definition fair x : Prop := forall j, j < F M -> forall n, exists m, n <= m /\ B M j (x m) = true.

  Definition fair_path_from s x : Prop := x 0 = s /\ path x /\ fair x.

  (** The path without its first [n] states. *)
  Definition suffix n x : nat -> state M := fun k => x (n + k).

  Lemma path_suffix n x : path x -> path (suffix n x).
  Proof. intros Hp k. unfold suffix. rewrite Nat.add_succ_r. apply Hp. Qed.

  Lemma fair_suffix n x : fair x -> fair (suffix n x).
  Proof.
    intros Hf j Hj k. destruct (Hf j Hj (n + k)) as (m & Hm & HB).
    exists (m - n). split; [lia|]. unfold suffix. now replace (n + (m - n)) with m by lia.
  Qed.

  Lemma fair_path_suffix n s x : fair_path_from s x -> fair_path_from (x n) (suffix n x).
  Proof.
    intros (_ & Hp & Hf). repeat split.
    - unfold suffix. now rewrite Nat.add_0_r.
    - now apply path_suffix.
    - now apply fair_suffix.
  Qed.

  (** The path with one more state in front. *)
  Definition prefix s x : nat -> state M := fun n => match n with 0 => s | S k => x k end.

  Lemma fair_path_prefix s t x : step s t -> fair_path_from t x -> fair_path_from s (prefix s x).
  Proof.
    intros Hs (H0 & Hp & Hf). repeat split.
    - intros [|n]; simpl; [now rewrite H0 | apply Hp].
    - intros j Hj n. destruct (Hf j Hj n) as (m & Hm & HB). exists (S m). split; [lia | exact HB].
  Qed.

  (** The inputs of a path can be named, because they can be searched for. *)
  Definition input_for y t : input M :=
    match find (fun i => C M y i && if state_eq_dec M (next M y i) t then true else false) (all_inputs M) with
    | Some i => i
    | None => some_input M
    end.

  Lemma input_for_sound y t : step y t -> C M y (input_for y t) = true /\ next M y (input_for y t) = t.
  Proof.
    intros (i & HC & HN). unfold input_for.
    destruct (find _ _) as [k|] eqn:Hf.
    - apply find_some in Hf. destruct Hf as (_ & Hk). apply andb_true_iff in Hk. destruct Hk as (Hk & Ht).
      split; [exact Hk|]. destruct (state_eq_dec M (next M y k) t); [assumption | discriminate].
    - exfalso. apply (find_none _ _) with (x := i) in Hf; [|apply all_inputs_complete].
      rewrite HC in Hf. simpl in Hf. destruct (state_eq_dec M (next M y i) t); [discriminate | contradiction].
  Qed.

  Lemma path_inputs x : path x -> forall n, C M (x n) (input_for (x n) (x (S n))) = true
                                           /\ next M (x n) (input_for (x n) (x (S n))) = x (S n).
  Proof. intros Hp n. apply input_for_sound, Hp. Qed.

  (** A finite run of [bad]: [x] and [inp] matter up to [n] only. *)
  Definition finite_run (n : nat) x (inp : nat -> input M) : Prop :=
    initial M (x 0) = true /\
    (forall k, k <= n -> C M (x k) (inp k) = true) /\
    (forall k, k < n -> x (S k) = next M (x k) (inp k)).

  (** The property [bad] fails iff some finite run ends in the bad literal. It need not be extendable. *)
  Definition bad_fails (bad : state M -> input M -> bool) : Prop :=
    exists n x inp, finite_run n x inp /\ bad (x n) (inp n) = true.

  Definition bad_holds bad : Prop := ~ bad_fails bad.
End Paths.

Arguments step {M}. Arguments path {M}. Arguments fair {M}. Arguments fair_path_from {M}.
Arguments suffix {M}. Arguments prefix {M}. Arguments input_for {M}. Arguments path_inputs {M}. Arguments finite_run {M}. Arguments bad_fails {M}. Arguments bad_holds {M}.
