(** * Ghost variables: state of the certificate's own

    docs/certificates.md, 1.3, point 5. Not part of [certificate_sound]: this is about systems in general.

    A certificate may declare state variables that the model cannot see: each has a reset value and a next value that is a
    function of state, ghosts and step inputs. [with_ghosts] is the extended system. Every initial state has exactly one
    extension and every step exactly one extended step, so dropping the ghosts is a bisimulation:

    - [ghost_sat]: every formula has the same truth value with and without them, whatever value the ghosts have;
    - [ghost_ctl_holds], [ghost_ctl_fails], [ghost_bad]: so every verdict on the extended system is one on the system. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import System Ctl.

Section Ghost.
  Variable M : system.

  Record ghosts := Ghosts {
    ghost : Type;                                (* a valuation of the ghosts *)
    ghost_eq_dec : forall g k : ghost, {g = k} + {g <> k};
    all_ghosts : list ghost;
    all_ghosts_complete : forall g, In g all_ghosts;
    ghost_reset : ghost;
    ghost_next : state M -> ghost -> input M -> ghost
  }.

  Variable G : ghosts.

  Definition g_state : Type := (state M * ghost G)%type.

  Definition g_state_eq_dec (s t : g_state) : {s = t} + {s <> t}.
  Proof.
    destruct s as [s g], t as [t k]. destruct (state_eq_dec M s t); [|right; congruence].
    destruct (ghost_eq_dec G g k); [left; congruence | right; congruence].
  Defined.

  Definition g_states : list g_state := list_prod (states M) (all_ghosts G).

  Lemma g_states_complete s : In s g_states.
  Proof. destruct s as [s g]. apply in_prod; [apply states_complete | apply all_ghosts_complete]. Qed.

  Definition g_next (s : g_state) (i : input M) : g_state :=
    (next M (fst s) i, ghost_next G (fst s) (snd s) i).

  Definition g_initial (s : g_state) : bool :=
    initial M (fst s) && if ghost_eq_dec G (snd s) (ghost_reset G) then true else false.

  Definition with_ghosts : system :=
    System g_state (input M) g_state_eq_dec g_states g_states_complete (some_input M) (all_inputs M)
      (all_inputs_complete M) g_next (fun s i => C M (fst s) i) g_initial (F M) (fun j s => B M j (fst s))
      (fun a s => lit M a (fst s)) (fun s => lit_false M (fst s)) (fun s => lit_true M (fst s)).

  (** A path of the extended system, with the ghosts dropped, is a path. *)
  Lemma drop_path (s : g_state) (x : nat -> g_state) :
    @fair_path_from with_ghosts s x -> fair_path_from (fst s) (fun n => fst (x n)).
  Proof.
    intros (H0 & Hp & Hf). split; [now rewrite H0|]. split; [|exact Hf].
    intros n. destruct (Hp n) as (i & HC & HN). exists i. split; [exact HC|].
    change (g_next (x n) i = x (S n)) in HN. now rewrite <- HN.
  Qed.

  (** Every path has an extension, from whatever the ghosts are at its start. *)
  Fixpoint haunt (g : ghost G) (x : nat -> state M) (n : nat) : ghost G :=
    match n with
    | 0 => g
    | S n => ghost_next G (x n) (haunt g x n) (input_for (x n) (x (S n)))
    end.

  Lemma extend_path (s : state M) (g : ghost G) (x : nat -> state M) :
    fair_path_from s x -> @fair_path_from with_ghosts (s, g) (fun n => (x n, haunt g x n)).
  Proof.
    intros (H0 & Hp & Hf). split; [simpl; now rewrite H0|]. split; [|exact Hf].
    intros n. destruct (path_inputs x Hp n) as (HC & HN). exists (input_for (x n) (x (S n))).
    split; [exact HC|]. change (g_next (x n, haunt g x n) (input_for (x n) (x (S n))) = (x (S n), haunt g x (S n))).
    unfold g_next. simpl. now rewrite HN.
  Qed.

  Theorem ghost_sat f : forall s g, @sat with_ghosts f (s, g) <-> sat f s.
  Proof.
    induction f; intros s g; cbn [sat].
    - reflexivity.
    - now rewrite IHf.
    - now rewrite IHf1, IHf2.
    - now rewrite IHf1, IHf2.
    - split.
      + intros (x & Hx & Hs). exists (fun n => fst (x n)). split; [now apply (drop_path (s, g))|].
        destruct (x 1) as [t k]. now apply IHf in Hs.
      + intros (x & Hx & Hs). exists (fun n => (x n, haunt g x n)). split; [now apply extend_path | now apply IHf].
    - split.
      + intros (x & Hx & n & Hn & Hk). exists (fun n => fst (x n)). split; [now apply (drop_path (s, g))|].
        exists n. split.
        * destruct (x n) as [t k]. now apply IHf2 in Hn.
        * intros k Hlt. specialize (Hk k Hlt). destruct (x k) as [t k']. now apply IHf1 in Hk.
      + intros (x & Hx & n & Hn & Hk). exists (fun n => (x n, haunt g x n)). split; [now apply extend_path|].
        exists n. split; [now apply IHf2|]. intros k Hlt. apply IHf1. now apply Hk.
    - split.
      + intros (x & Hx & Hn). exists (fun n => fst (x n)). split; [now apply (drop_path (s, g))|].
        intros n. specialize (Hn n). destruct (x n) as [t k]. now apply IHf in Hn.
      + intros (x & Hx & Hn). exists (fun n => (x n, haunt g x n)). split; [now apply extend_path|].
        intros n. now apply IHf.
  Qed.

  Lemma initial_extension s : initial M s = true -> initial with_ghosts (s, ghost_reset G) = true.
  Proof.
    intros HI. simpl. unfold g_initial. simpl. rewrite HI.
    now destruct (ghost_eq_dec G (ghost_reset G) (ghost_reset G)).
  Qed.

  Lemma initial_drop s : initial with_ghosts s = true -> initial M (fst s) = true.
  Proof. simpl. unfold g_initial. intros HI. now apply andb_true_iff in HI. Qed.

  Theorem ghost_ctl_holds f : ctl_holds with_ghosts f <-> ctl_holds M f.
  Proof.
    split.
    - intros Hh s HI. apply (ghost_sat f s (ghost_reset G)), Hh, initial_extension, HI.
    - intros Hh [s g] HI. apply ghost_sat, Hh, (initial_drop (s, g) HI).
  Qed.

  Theorem ghost_ctl_fails f : ctl_fails with_ghosts f <-> ctl_fails M f.
  Proof.
    split.
    - intros ([s g] & HI & Hs). exists s. split; [exact (initial_drop (s, g) HI)|]. intros Hf. now apply Hs, ghost_sat.
    - intros (s & HI & Hs). exists (s, ghost_reset G). split; [now apply initial_extension|].
      intros Hf. apply Hs. now apply (ghost_sat f s (ghost_reset G)).
  Qed.

  (** The ghosts along a finite run. *)
  Fixpoint haunt_run (g : ghost G) (x : nat -> state M) (inp : nat -> input M) (n : nat) : ghost G :=
    match n with
    | 0 => g
    | S n => ghost_next G (x n) (haunt_run g x inp n) (inp n)
    end.

  Theorem ghost_bad (bad : state M -> input M -> bool) :
    @bad_fails with_ghosts (fun s i => bad (fst s) i) <-> bad_fails bad.
  Proof.
    split.
    - intros (n & x & inp & (HI & HC & HN) & Hb). exists n, (fun k => fst (x k)), inp. split; [split; [|split]|].
      + exact (initial_drop _ HI).
      + exact HC.
      + intros k Hk. now rewrite (HN k Hk).
      + exact Hb.
    - intros (n & x & inp & (HI & HC & HN) & Hb).
      exists n, (fun k => (x k, haunt_run (ghost_reset G) x inp k)), inp. split; [split; [|split]|].
      + now apply initial_extension.
      + exact HC.
      + intros k Hk. simpl. unfold g_next. simpl. now rewrite (HN k Hk).
      + exact Hb.
  Qed.
End Ghost.
