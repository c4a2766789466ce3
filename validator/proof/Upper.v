(** * EG upper (docs/certificates.md, section 4)

    A block is a region with the steps that narrow what a fair path in it can do, and an end: [end fair J] ([Walls]) or
    [loop V] ([Loop]). [eg_upper_sound] is the rule. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System Ctl Tau Facts Walls Loop.

Section Upper.
  Variable M : system.

  (** A loop saves any function of the state, and has a flag for every fairness number. *)
  Inductive ending :=
  | EndFair (J : list nat)
  | EndLoop (K : Type) (key : state M -> K) (V : state M -> K -> list bool -> Prop).

  Definition ending_ok (e : ending) : step_set M -> list (pred M) -> Prop :=
    match e with
    | EndFair J => end_ok M J
    | EndLoop K key V => fun E _ => loop_ok M K key (seq 0 (F M)) V E
    end.

  Lemma ending_ok_refutes e : refutes M (ending_ok e).
  Proof. destruct e as [J|K key V]; [apply end_ok_refutes | apply loop_ok_refutes]. Qed.

  (** ** Blocks *)

  Record block := Block { block_G : pred M; block_steps : list (wall_step M); block_end : ending }.

  Definition block_ok (A : pred M) (k : block) : Prop :=
    region_refuted M (ending_ok (block_end k)) A (block_G k) (block_steps k).

  Lemma block_sound A k x :
    block_ok A k -> path x -> fair x -> (forall n, A (x n) = true) -> forall n, block_G k (x n) = false.
  Proof. intros Hok. apply (region_refuted_sound _ _ _ _ _ x (ending_ok_refutes (block_end k)) Hok). Qed.

  (** Block [k] works in [A = R & P & !G_1 & .. & !G_(k-1)]. *)
  Fixpoint blocks_ok (A : pred M) (blocks : list block) : Prop :=
    match blocks with
    | [] => True
    | k :: blocks => block_ok A k /\ blocks_ok (p_and A (p_not (block_G k))) blocks
    end.

  (** [P & !G_1 & .. & !G_n]. *)
  Fixpoint outside (P : pred M) (blocks : list block) : pred M :=
    match blocks with
    | [] => P
    | k :: blocks => outside (p_and P (p_not (block_G k))) blocks
    end.

  Lemma blocks_sound blocks : forall A P x,
    blocks_ok A blocks -> path x -> fair x ->
    (forall n, A (x n) = true) -> (forall n, P (x n) = true) -> forall n, outside P blocks (x n) = true.
  Proof.
    induction blocks as [|k blocks IH]; intros A P x Hok Hp Hf HA HP n; simpl; [apply HP|].
    destruct Hok as (Hk & Hok). assert (HG := block_sound A k x Hk Hp Hf HA).
    apply (IH (p_and A (p_not (block_G k))) (p_and P (p_not (block_G k))) x Hok Hp Hf).
    - intros m. unfold p_and, p_not. now rewrite HA, HG.
    - intros m. unfold p_and, p_not. now rewrite HP, HG.
  Qed.

  (** EG upper. *)
  Definition eg_upper_ok (R P : pred M) (blocks : list block) : Prop := blocks_ok (p_and R P) blocks.

  Theorem eg_upper_sound R u P blocks :
    invariant R -> upper R u P -> eg_upper_ok R P blocks -> upper R (EG u) (outside P blocks).
  Proof.
    intros (_ & HN) Hu Hok s HR (x & (<- & Hp & Hf) & Hx).
    assert (HRx : forall n, R (x n) = true).
    { induction n as [|n IH]; [exact HR|]. now apply HN with (x n). }
    assert (HPx : forall n, P (x n) = true) by (intros n; now apply Hu).
    apply (blocks_sound blocks (p_and R P) P x); auto.
    intros n. unfold p_and. now rewrite HRx, HPx.
  Qed.

  (** A block that ends with a loop, by itself. *)
  Corollary loop_block_sound A G steps K key V x :
    block_ok A (Block G steps (EndLoop K key V)) ->
    path x -> fair x -> (forall n, A (x n) = true) -> forall n, G (x n) = false.
  Proof. exact (block_sound A (Block G steps (EndLoop K key V)) x). Qed.
End Upper.
