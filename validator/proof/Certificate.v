(** * The main theorem: certificates (docs/certificates.md, sections 1 to 5)

    [obligations_hold p v c]: every obligation of certificate [c] for property [p] and verdict [v] is unsatisfiable and
    every evaluation succeeds. [certificate_sound]: then the verdict is true of the model.

    The build prints the assumptions of the theorem. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System Ctl Tau Facts Rules Walls Upper Derivation Formula Model Elaboration.

Section Certificate.
  Variable m : model.

  (** ** Properties and verdicts (1.2) *)

  (** A formula, the observed inputs and the meaning of the literals that it names. *)
  Record ctl_property := CtlProperty {
    ctl_split : split m;
    ctl_fairness : list (fairness m);
    ctl_atom : nat -> latches m -> observed ctl_split -> bool;
    ctl_atom_false : forall l o, ctl_atom 0 l o = false;
    ctl_atom_true : forall l o, ctl_atom 1 l o = true;
    ctl_monitors : monitors_suffice m ctl_split ctl_fairness;
    ctl_formula : formula
  }.

  Inductive property :=
  | PBad (sp : split m) (bad : literal m)        (* [bad N] and [output N] *)
  | PJustice (sp : split m) (fl : list (fairness m))   (* the model's fairness literals, then those of the set *)
  | PCtl (p : ctl_property).

  Inductive verdict := Holds | Fails.

  (** The elaborated system of a property (1.3). For [bad] and [justice] the text observes nothing ([observe_nothing]);
      any other choice of observed inputs would do as well. *)
  Definition no_atom (sp : split m) (a : nat) (l : latches m) (o : observed sp) : bool := a =? 1.

  Definition system_of (p : property) : system :=
    match p with
    | PBad sp _ => elaborate m sp [] (no_atom sp) (fun _ _ => eq_refl) (fun _ _ => eq_refl)
    | PJustice sp fl => elaborate m sp fl (no_atom sp) (fun _ _ => eq_refl) (fun _ _ => eq_refl)
    | PCtl p => elaborate m (ctl_split p) (ctl_fairness p) (ctl_atom p) (ctl_atom_false p) (ctl_atom_true p)
    end.

  (** What a verdict says. *)
  Definition truth (p : property) (v : verdict) : Prop :=
    match p, v with
    | PBad _ bad, Fails => model_bad_fails bad
    | PBad _ bad, Holds => ~ model_bad_fails bad
    | PJustice _ fl, Fails => model_justice_fails (map fair_lit fl)
    | PJustice _ fl, Holds => ~ model_justice_fails (map fair_lit fl)
    | PCtl q, Holds => forall s : state (system_of p), initial _ s = true -> holds_at (ctl_formula q) s
    | PCtl q, Fails => exists s : state (system_of p), initial _ s = true /\ ~ holds_at (ctl_formula q) s
    end.

  (** ** Certificates *)

  Inductive certificate (p : property) :=
  | ByTrace (t : trace m)
  | ByLoop (K : Type) (rel : latches m -> K) (t : trace m) (loop : nat)
  | ByFacts (d : derivation (system_of p)) (rewritten : bool) (s : option (state (system_of p))).

  (** The root: the core formula, rewritten by [tau] unless there are neither constraints nor fairness. *)
  Definition root (f : formula) (rewritten : bool) : ctl := if rewritten then tau (core f) else core f.

  Definition may_stay (M : system) (rewritten : bool) : Prop :=
    rewritten = false -> F M = 0 /\ forall y i, C M y i = true.

  (** For [justice N] the formula is [!EG true]. *)
  Definition justice_root : ctl := Not h.

  Definition bad_in (p : property) : literal m -> state (system_of p) -> input (system_of p) -> bool :=
    match p with
    | PBad sp _ => e_literal m sp []
    | PJustice sp fl => e_literal m sp fl
    | PCtl p => e_literal m (ctl_split p) (ctl_fairness p)
    end.

  Definition obligations_hold (p : property) (v : verdict) (c : certificate p) : Prop :=
    match v, c with
    (* section 5: evaluations *)
    | Fails, ByTrace _ t => match p with PBad _ bad => bad_trace_ok bad t | _ => False end
    | Fails, ByLoop _ K rel t loop =>
      match p with PJustice _ fl => justice_trace_ok K rel (map fair_lit fl) t loop | _ => False end
    | Fails, ByFacts _ d rewritten (Some s) =>
      match p with
      | PCtl q =>
        derivation_ok _ d /\ may_stay (system_of p) rewritten /\
        initial_ok _ (upper_of (derived _ d) (root (ctl_formula q) rewritten)) s
      | _ => False
      end
    (* sections 3 and 4: obligations *)
    | Holds, ByFacts _ d rewritten None =>
      derivation_ok _ d /\
      match p with
      | PBad _ bad => bad_ok _ (derivation_R _ d) (bad_in p bad)
      | PJustice sp fl =>
        monitors_suffice m sp fl /\ holds_ok _ (lower_of (derived _ d) justice_root)
      | PCtl q =>
        may_stay (system_of p) rewritten /\
        holds_ok _ (lower_of (derived _ d) (root (ctl_formula q) rewritten))
      end
    | _, _ => False
    end.

  Lemma root_correct M f rewritten (s : state M) :
    may_stay M rewritten -> (holds_at f s <-> plain (root f rewritten) s).
  Proof.
    intros Hr. rewrite core_correct. unfold root. destruct rewritten; [apply tau_correct|].
    destruct (Hr eq_refl). now apply no_tau_correct.
  Qed.

  (** ** The theorem *)

  (** Nothing classical is needed for [bad] and [justice]. *)
  Theorem bad_certificate_sound sp bad v c : obligations_hold (PBad sp bad) v c -> truth (PBad sp bad) v.
  Proof.
    destruct v, c as [t|K rel t loop|d rewritten [s|]]; simpl; try tauto.
    - intros (Hd & Hb) Hf. apply (bad_verdict _ d _ Hd Hb). now apply elaborate_bad.
    - apply bad_trace_sound.
  Qed.

  Theorem justice_certificate_sound sp fl v c : obligations_hold (PJustice sp fl) v c -> truth (PJustice sp fl) v.
  Proof.
    destruct v, c as [t|K rel t loop|d rewritten [s|]]; simpl; try tauto.
    - intros (Hd & Hms & Hok) Hf.
      apply (elaborate_justice m sp fl (no_atom sp) (fun _ _ => eq_refl) (fun _ _ => eq_refl) Hms) in Hf.
      destruct Hf as (s & HI & x & Hx).
      apply (holds_verdict _ d justice_root Hd Hok s HI). apply plain_h. now exists x.
    - apply justice_trace_sound.
  Qed.

  Theorem ctl_certificate_sound q v c : obligations_hold (PCtl q) v c -> truth (PCtl q) v.
  Proof.
    destruct v, c as [t|K rel t loop|d rewritten [s|]]; simpl; try tauto.
    - intros (Hd & Hr & Hok) s HI. apply (root_correct _ _ _ _ Hr).
      exact (holds_verdict _ d (root (ctl_formula q) rewritten) Hd Hok s HI).
    - intros (Hd & Hr & Hok).
      destruct (fails_verdict _ d (root (ctl_formula q) rewritten) s Hd Hok) as (HI & Hs).
      exists s. split; [exact HI|]. intros Hf. apply Hs. now apply (root_correct _ _ _ _ Hr).
  Qed.

  Theorem certificate_sound p v c : obligations_hold p v c -> truth p v.
  Proof.
    destruct p.
    - apply bad_certificate_sound.
    - apply justice_certificate_sound.
    - apply ctl_certificate_sound.
  Qed.
End Certificate.
