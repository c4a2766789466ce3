(** * Lists of facts (docs/certificates.md, sections 2 to 4)

    A derivation is the list of facts of a certificate, in order, each with the data of its rule. [derivation_ok] says that
    every obligation of every fact is unsatisfiable; then every fact is true ([derivation_sound]), and so are the bounds of
    the root that the verdict is read from ([holds_verdict], [fails_verdict]). *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System Ctl Tau Facts Rules Walls Loop Upper.

Section Derivation.
  Variable M : system.

  (** What stands in the certificate after [upper], [lower-ex], [lower-eu], [lower-eg] and [upper-eg]. *)
  Inductive rule :=
  | Upper (Q : pred M)
  | LowerEX (Q : pred M) (choices : list (choice M))
  | LowerEU (ranks : list (choice M))
  | LowerEG (lassos : list (lasso M)) (region : option (region M)) (ranks : list (choice M))
  | UpperEG (blocks : list (block M)).

  Record fact := Fact { fact_node : ctl; fact_rule : rule }.

  (** The obligation of a fact. A rule that does not fit its node is rejected. *)
  Definition fact_ok (R : pred M) (env : list (shown M)) (f : fact) : Prop :=
    match fact_node f, fact_rule f with
    | EX u, Upper Q => ex_upper_ok M R (upper_of env u) Q
    | EU u w, Upper Q => eu_upper_ok M R (upper_of env u) (upper_of env w) Q
    | EX u, LowerEX Q l => ex_lower_ok M R (lower_of env u) Q l
    | EU u w, LowerEU l => eu_lower_ok M R (lower_of env u) (lower_of env w) l
    | EG u, LowerEG lassos G l => eg_lower_ok M R (lower_of env u) lassos G l
    | EG u, UpperEG blocks => eg_upper_ok M R (upper_of env u) blocks
    | _, _ => False
    end.

  (** What it shows. *)
  Definition fact_shown (env : list (shown M)) (f : fact) : shown M :=
    let v := fact_node f in
    match v, fact_rule f with
    | _, Upper Q => Shown IsUpper v Q
    | _, LowerEX Q _ => Shown IsLower v Q
    | EU _ w, LowerEU l => Shown IsLower v (E_n M (lower_of env w) l)
    | _, LowerEG lassos G l => Shown IsLower v (E_n M (eg_base M lassos G) l)
    | EG u, UpperEG blocks => Shown IsUpper v (outside M (upper_of env u) blocks)
    | _, _ => Shown IsLower v p_false
    end.

  Lemma fact_sound R env f :
    invariant R -> Forall (shown_true R) env -> fact_ok R env f -> shown_true R (fact_shown env f).
  Proof.
    intros HR Henv. destruct f as [v r]. unfold fact_ok, fact_shown, shown_true. simpl.
    destruct v as [a|u|u w|u w|u|u w|u]; destruct r as [Q|Q l|l|lassos G l|blocks]; simpl; try tauto; intros Hok.
    - apply ex_upper_sound with (upper_of env u); auto. now apply facts_give_upper.
    - apply ex_lower_sound with (lower_of env u) l; auto. now apply facts_give_lower.
    - apply eu_upper_sound with (upper_of env u) (upper_of env w); auto; now apply facts_give_upper.
    - apply eu_lower_sound with (lower_of env u); auto; now apply facts_give_lower.
    - apply eg_lower_sound with (lower_of env u); auto. now apply facts_give_lower.
    - apply eg_upper_sound; auto. now apply facts_give_upper.
  Qed.

  (** All facts in order; each may use the earlier ones. *)
  Fixpoint facts_ok (R : pred M) (env : list (shown M)) (l : list fact) : Prop :=
    match l with
    | [] => True
    | f :: l => fact_ok R env f /\ facts_ok R (fact_shown env f :: env) l
    end.

  Fixpoint all_shown (env : list (shown M)) (l : list fact) : list (shown M) :=
    match l with
    | [] => env
    | f :: l => all_shown (fact_shown env f :: env) l
    end.

  Record derivation := Derivation { derivation_R : pred M; derivation_facts : list fact }.

  Definition derivation_ok (d : derivation) : Prop :=
    invariant_ok (derivation_R d) /\ facts_ok (derivation_R d) [] (derivation_facts d).

  Definition derived (d : derivation) : list (shown M) := all_shown [] (derivation_facts d).

  Theorem derivation_sound d :
    derivation_ok d -> invariant (derivation_R d) /\ Forall (shown_true (derivation_R d)) (derived d).
  Proof.
    intros (HI & Hl). assert (HR := invariant_sound _ HI). split; [exact HR|]. unfold derived.
    assert (Hgen : forall l env, Forall (shown_true (derivation_R d)) env -> facts_ok (derivation_R d) env l ->
              Forall (shown_true (derivation_R d)) (all_shown env l)).
    { clear Hl. induction l as [|f l IH]; intros env Henv Hl; [exact Henv|]. destruct Hl as (Hf & Hl).
      simpl. apply IH; [|exact Hl]. constructor; [now apply fact_sound | exact Henv]. }
    now apply Hgen.
  Qed.

  (** "holds": [I & !Q] is impossible, with [lower 0 Q]. *)
  Theorem holds_verdict d root :
    derivation_ok d -> holds_ok M (lower_of (derived d) root) -> forall s, initial M s = true -> plain root s.
  Proof.
    intros Hd Hok. destruct (derivation_sound d Hd) as (HR & Henv).
    apply (holds_sound M (derivation_R d) root (lower_of (derived d) root)); auto. now apply facts_give_lower.
  Qed.

  (** [initial]: a state that is initial, and outside [Q] of [upper 0 Q]. *)
  Definition initial_ok (Q : pred M) (s : state M) : Prop := initial M s = true /\ Q s = false.

  Theorem fails_verdict d root s :
    derivation_ok d -> initial_ok (upper_of (derived d) root) s -> initial M s = true /\ ~ plain root s.
  Proof.
    intros Hd (HI & HQ). destruct (derivation_sound d Hd) as (HR & Henv). split; [exact HI|]. intros Hs.
    assert (HU := facts_give_upper _ _ root Henv s (proj1 HR s HI) Hs). congruence.
  Qed.

  (** "bad holds": [R & C & bad] is impossible. *)
  Theorem bad_verdict d bad :
    derivation_ok d -> bad_ok M (derivation_R d) bad -> bad_holds bad.
  Proof. intros Hd Hb. destruct (derivation_sound d Hd) as (HR & _). now apply bad_holds_sound with (derivation_R d). Qed.
End Derivation.
