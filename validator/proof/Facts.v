(** * Facts (docs/certificates.md, section 2)

    [R] is inductive, so it holds in every reachable state; every other fact is relative to it. Facts of atoms and Boolean
    nodes follow from those of their children; facts of EX, EU and EG nodes are looked up among those shown earlier.
    [facts_give_upper], [facts_give_lower]: if all facts shown earlier are true, so are the derived ones. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System Ctl Tau.

Section Facts.
  Variable M : system.
  Implicit Types (P Q R W : pred M) (s t y : state M) (i : input M).

  (** Predicates, pointwise. [after P] is written [P(N)] in the text. *)
  Definition p_true : pred M := fun _ => true.
  Definition p_false : pred M := fun _ => false.
  Definition p_not P : pred M := fun s => negb (P s).
  Definition p_and P Q : pred M := fun s => P s && Q s.
  Definition p_or P Q : pred M := fun s => P s || Q s.
  Definition after P y i : bool := P (next M y i).

  (** An obligation says that something is impossible. *)
  Definition impossible1 (case : state M -> bool) : Prop := forall y, case y = false.
  Definition impossible (case : state M -> input M -> bool) : Prop := forall y i, case y i = false.

  (** Rule "invariant": [I & !R] and [R & C & !R(N)] are impossible. *)
  Definition invariant_ok R : Prop :=
    impossible1 (fun y => initial M y && negb (R y)) /\
    impossible (fun y i => R y && C M y i && negb (after R y i)).

  Definition invariant R : Prop :=
    (forall s, initial M s = true -> R s = true) /\
    (forall s t, R s = true -> step s t -> R t = true).

  Theorem invariant_sound R : invariant_ok R -> invariant R.
  Proof.
    intros (HI & HN). split.
    - intros s Hs. specialize (HI s). simpl in HI. rewrite Hs in HI. now destruct (R s).
    - intros s t HR (i & HC & <-). specialize (HN s i). simpl in HN. rewrite HR, HC in HN.
      unfold after in HN. now destruct (R (next M s i)).
  Qed.

  (** [upper v P]: every [R]-state that satisfies [v] is in [P]. *)
  Definition upper R (v : ctl) P : Prop := forall s, R s = true -> plain v s -> P s = true.

  (** [lower v P]: every [R]-state in [P] satisfies [v]. *)
  Definition lower R (v : ctl) P : Prop := forall s, R s = true -> P s = true -> plain v s.

  (** Without a fact, upper is 1 and lower is 0. *)
  Lemma upper_default R v : upper R v p_true.
  Proof. easy. Qed.
  Lemma lower_default R v : lower R v p_false.
  Proof. easy. Qed.

  Inductive kind := IsUpper | IsLower.

  Definition kind_eq_dec (k l : kind) : {k = l} + {k <> l}.
  Proof. decide equality. Defined.

  (** What was shown so far, latest first. Equal nodes are one node, so the formula is the name of its node. *)
  Record shown := Shown { shown_kind : kind; shown_node : ctl; shown_bound : pred M }.

  Definition shown_true R (e : shown) : Prop :=
    match shown_kind e with
    | IsUpper => upper R (shown_node e) (shown_bound e)
    | IsLower => lower R (shown_node e) (shown_bound e)
    end.

  Definition is_about (k : kind) (v : ctl) (e : shown) : bool :=
    (if kind_eq_dec (shown_kind e) k then true else false) && (if ctl_eq_dec (shown_node e) v then true else false).

  Definition lookup (env : list shown) (k : kind) (v : ctl) : pred M :=
    match find (is_about k v) env with
    | Some e => shown_bound e
    | None => match k with IsUpper => p_true | IsLower => p_false end
    end.

  Definition opposite (k : kind) : kind := match k with IsUpper => IsLower | IsLower => IsUpper end.

  (** The bound of a node: of atoms and Boolean nodes from the children, of the others by look-up. *)
  Fixpoint bound (env : list shown) (k : kind) (v : ctl) : pred M :=
    match v with
    | Atom a => lit M a
    | Not u => p_not (bound env (opposite k) u)
    | And u w => p_and (bound env k u) (bound env k w)
    | Or u w => p_or (bound env k u) (bound env k w)
    | EX _ | EU _ _ | EG _ => lookup env k v
    end.

  Definition upper_of env := bound env IsUpper.
  Definition lower_of env := bound env IsLower.

  Lemma find_about R env k v e :
    Forall (shown_true R) env -> find (is_about k v) env = Some e ->
    match k with IsUpper => upper R v (shown_bound e) | IsLower => lower R v (shown_bound e) end.
  Proof.
    intros Henv Hf. apply find_some in Hf. destruct Hf as (Hin & Ha).
    rewrite Forall_forall in Henv. specialize (Henv e Hin). unfold shown_true in Henv.
    unfold is_about in Ha. apply andb_true_iff in Ha. destruct Ha as (Hk & Hv).
    destruct (kind_eq_dec (shown_kind e) k) as [Ek|]; [|discriminate].
    destruct (ctl_eq_dec (shown_node e) v) as [Ev|]; [|discriminate].
    now rewrite Ek, Ev in Henv.
  Qed.

  Lemma lookup_sound R env v :
    Forall (shown_true R) env -> upper R v (lookup env IsUpper v) /\ lower R v (lookup env IsLower v).
  Proof.
    intros Henv. unfold lookup. split.
    - destruct (find (is_about IsUpper v) env) as [e|] eqn:Hf; [|apply upper_default].
      now apply (find_about _ _ _ _ _ Henv Hf).
    - destruct (find (is_about IsLower v) env) as [e|] eqn:Hf; [|apply lower_default].
      now apply (find_about _ _ _ _ _ Henv Hf).
  Qed.

  Theorem facts_sound R env v :
    Forall (shown_true R) env -> upper R v (upper_of env v) /\ lower R v (lower_of env v).
  Proof.
    intros Henv. unfold upper_of, lower_of. induction v; try (now apply lookup_sound).
    - split; intros s _; simpl; auto.
    - destruct IHv as (Hu & Hl). split; intros s HR; simpl; unfold p_not; intros Hs.
      + destruct (bound env IsLower v s) eqn:E; [|reflexivity]. destruct Hs. now apply Hl.
      + intros Hv. specialize (Hu s HR Hv). rewrite Hu in Hs. discriminate.
    - destruct IHv1 as (Hu1 & Hl1), IHv2 as (Hu2 & Hl2). split; intros s HR; simpl; unfold p_and; intros Hs.
      + destruct Hs. apply andb_true_iff. split; [now apply Hu1 | now apply Hu2].
      + apply andb_true_iff in Hs. destruct Hs. split; [now apply Hl1 | now apply Hl2].
    - destruct IHv1 as (Hu1 & Hl1), IHv2 as (Hu2 & Hl2). split; intros s HR; simpl; unfold p_or; intros Hs.
      + apply orb_true_iff. destruct Hs; [left; now apply Hu1 | right; now apply Hu2].
      + apply orb_true_iff in Hs. destruct Hs; [left; now apply Hl1 | right; now apply Hl2].
  Qed.

  Corollary facts_give_upper R env v : Forall (shown_true R) env -> upper R v (upper_of env v).
  Proof. intros Henv. now apply facts_sound. Qed.

  Corollary facts_give_lower R env v : Forall (shown_true R) env -> lower R v (lower_of env v).
  Proof. intros Henv. now apply facts_sound. Qed.
End Facts.

Arguments p_true {M}. Arguments p_false {M}. Arguments p_not {M}. Arguments p_and {M}. Arguments p_or {M}.
Arguments after {M}. Arguments impossible1 {M}. Arguments impossible {M}. Arguments invariant_ok {M}.
Arguments invariant {M}. Arguments upper {M}. Arguments lower {M}. Arguments Shown {M}. Arguments shown_kind {M}.
Arguments shown_node {M}. Arguments shown_bound {M}. Arguments shown_true {M}. Arguments lookup {M}. Arguments bound {M}.
Arguments upper_of {M}. Arguments lower_of {M}. Arguments invariant_sound {M}.
Arguments facts_give_upper {M}. Arguments facts_give_lower {M}.
