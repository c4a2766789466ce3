(** * Certifaiger's witness circuits (docs/certificates.md, section 10)

    The claim of a witness circuit is an invariant over latches *and* inputs: [R = C -> C' & !bad']. After a step, [R] is read
    with the inputs of the next step, whatever they are. [certifaiger_sound]: the three obligations make [bad] unreachable.
    (An AIGER witness is a trace: [bad_trace_sound] and [justice_trace_sound] in [Model].) *)

From Coq Require Import List Bool Arith Lia.
From Vouch Require Import Model.

Section Foreign.
  Variable m : model.
  Variables R bad : literal m.

  (** [I & !R];  [R & C & !R(N)];  [R & C & bad] *)
  Definition certifaiger_ok : Prop :=
    (forall l i, m_reset m l && negb (R l i) = false) /\
    (forall l i i', R l i && m_C m l i && negb (R (m_next m l i) i') = false) /\
    (forall l i, R l i && m_C m l i && bad l i = false).

  Theorem certifaiger_sound : certifaiger_ok -> ~ model_bad_fails bad.
  Proof.
    intros (HI & HN & Hbad) (n & x & inp & (H0 & HC & Hx) & Hb).
    assert (HR : forall t, t <= n -> R (x t) (inp t) = true).
    { induction t as [|t IH]; intros Ht.
      - specialize (HI (x 0) (inp 0)). rewrite H0 in HI. now apply negb_false_iff.
      - specialize (HN (x t) (inp t) (inp (S t))). rewrite IH, HC, <- Hx in HN by lia. now apply negb_false_iff. }
    specialize (Hbad (x n) (inp n)). now rewrite HR, HC, Hb in Hbad by lia.
  Qed.
End Foreign.
