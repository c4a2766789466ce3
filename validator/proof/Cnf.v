(** * Obligations as CNF (docs/certificates.md, section 7)

    An obligation is a list of constraint clauses over framed literals, selectors and prefix variables, in order of
    creation. [cnf_of] gives it the numbering of section 7: the constant, the gates that it needs, the constraint clauses
    and the clause of selectors, without repeated literals and tautologies.

    [cnf_of_sound]: if the CNF is unsatisfiable, then no valuation in which gates have the values of their arguments makes
    all constraint clauses and one selector true. Nothing need be known about how the variables were collected and sorted:
    what is looked up is compared with what was meant ([number]), so that a mistake would be a failure to build the CNF. *)

From Coq Require Import List Bool Arith Lia PArith FMapPositive.
Import ListNotations.
From Vouch Require Import Circuit Lrat.

(** ** Framed variables, selectors and prefix variables *)

Inductive fvar :=
| Framed (copy : nat) (after : bool) (v : nat)
| Sel (k : nat)                                  (* the selector of case [k] *)
| Pre (k : nat).                                 (* a prefix variable of a block *)

Definition flit := (fvar * bool)%type.           (* variable, complemented *)
Definition fclause := list flit.

Definition fneg (l : flit) : flit := (fst l, negb (snd l)).
Definition flit_value (val : fvar -> bool) (l : flit) : bool := xorb (val (fst l)) (snd l).
Definition fclause_true (val : fvar -> bool) (c : fclause) : bool := existsb (flit_value val) c.

Lemma fneg_value val l : flit_value val (fneg l) = negb (flit_value val l).
Proof. destruct l as [t s]. unfold flit_value, fneg. simpl. now destruct (val t), s. Qed.

Definition the_constant : fvar := Framed 0 false 0.

Definition fvar_eqb (a b : fvar) : bool :=
  match a, b with
  | Framed c f v, Framed c' f' v' => (c =? c') && Bool.eqb f f' && (v =? v')
  | Sel k, Sel k' => k =? k'
  | Pre k, Pre k' => k =? k'
  | _, _ => false
  end.

Lemma fvar_eqb_eq a b : fvar_eqb a b = true -> a = b.
Proof.
  destruct a, b; simpl; try discriminate; rewrite ?andb_true_iff.
  - intros ((Hc & Hf) & Hv). apply Nat.eqb_eq in Hc, Hv. apply eqb_prop in Hf. now subst.
  - intros Hk. apply Nat.eqb_eq in Hk. now subst.
  - intros Hk. apply Nat.eqb_eq in Hk. now subst.
Qed.

Definition is_constant (t : fvar) : bool := fvar_eqb t the_constant.

(** ** Constraint clauses *)

(** In order of creation; a clause of case [k] carries [Some k]. [creation] lists selectors and prefix variables in the order
    of their creation. An obligation about a loop says where its saved values and flags are. *)
Record memory := Memory {
  m_first : nat;                                 (* the first saved value; the flags are behind them *)
  m_saved : list aig_lit;                        (* the literals that are saved *)
  m_raised : nat                                 (* the first of the gates that say that a flag stays down *)
}.

Record obligation := Obligation {
  ob_clauses : list (option nat * fclause);
  ob_cases : nat;
  ob_creation : list fvar;
  ob_memory : option memory
}.

(** One case needs no selector. *)
Definition with_selector (cases : nat) (c : option nat * fclause) : fclause :=
  match fst c with
  | Some k => if 1 <? cases then (Sel k, true) :: snd c else snd c
  | None => snd c
  end.

Definition selector_clause (cases : nat) : list fclause :=
  if 1 <? cases then [map (fun k => (Sel k, false)) (seq 0 cases)] else [].

Definition constraint_clauses (o : obligation) : list fclause :=
  map (with_selector (ob_cases o)) (ob_clauses o) ++ selector_clause (ob_cases o).

(** ** Numbering *)

(** Any function that tells the variables apart will do; a collision is found, not believed. *)
Definition key (t : fvar) : positive :=
  match t with
  | Framed c f v => Pos.of_succ_nat (3 * (4096 * (2 * v + if f then 1 else 0) + c))
  | Sel k => Pos.of_succ_nat (3 * k + 1)
  | Pre k => Pos.of_succ_nat (3 * k + 2)
  end.

Record numbering := Numbering { to_number : PM.t positive; from_number : PM.t fvar }.

Definition number (nb : numbering) (t : fvar) : option positive :=
  match PM.find (key t) (to_number nb) with
  | Some k =>
    match PM.find k (from_number nb) with
    | Some t' => if fvar_eqb t t' then Some k else None
    | None => None
    end
  | None => None
  end.

Fixpoint number_all (k : positive) (l : list fvar) (nb : numbering) : numbering :=
  match l with
  | [] => nb
  | t :: l => number_all (Pos.succ k) l (Numbering (PM.add (key t) k (to_number nb)) (PM.add k t (from_number nb)))
  end.

(** The variable of the constant stands for true: literal 1 is its positive literal. *)
Definition translate_lit (nb : numbering) (l : flit) : option cnf_lit :=
  match number nb (fst l) with
  | Some k => Some (k, if is_constant (fst l) then snd l else negb (snd l))
  | None => None
  end.

Definition assignment_of (nb : numbering) (val : fvar -> bool) : assignment := fun k =>
  match PM.find k (from_number nb) with
  | Some t => if is_constant t then negb (val t) else val t
  | None => false
  end.

Lemma translate_lit_correct nb val l cl :
  translate_lit nb l = Some cl -> lit_holds (assignment_of nb val) cl = flit_value val l.
Proof.
  unfold translate_lit, number. destruct l as [t s]. cbn [fst snd].
  destruct (PM.find (key t) (to_number nb)) as [k|]; [|discriminate].
  destruct (PM.find k (from_number nb)) as [t'|] eqn:Hk; [|discriminate].
  destruct (fvar_eqb t t') eqn:He; [|discriminate]. apply fvar_eqb_eq in He. subst t'. intros [= <-].
  unfold lit_holds, assignment_of, flit_value. cbn [fst snd]. rewrite Hk.
  destruct (is_constant t), (val t), s; reflexivity.
Qed.

Fixpoint translate_clause (nb : numbering) (c : fclause) : option clause :=
  match c with
  | [] => Some []
  | l :: c =>
    match translate_lit nb l, translate_clause nb c with
    | Some l, Some c => Some (l :: c)
    | _, _ => None
    end
  end.

Lemma translate_clause_correct nb val c : forall cl,
  translate_clause nb c = Some cl -> clause_holds (assignment_of nb val) cl = fclause_true val c.
Proof.
  induction c as [|l c IH]; intros cl Hc; cbn [translate_clause] in Hc; [now injection Hc as <-|].
  destruct (translate_lit nb l) as [l'|] eqn:Hl; [|discriminate].
  destruct (translate_clause nb c) as [c'|]; [|discriminate]. injection Hc as <-.
  unfold clause_holds, fclause_true in *. simpl. now rewrite (translate_lit_correct nb val l l' Hl), (IH c' eq_refl).
Qed.

(** Repeated literals are dropped (the first one stays), tautologies are left out. *)
Definition cnf_lit_eqb (a b : cnf_lit) : bool := Pos.eqb (fst a) (fst b) && Bool.eqb (snd a) (snd b).

Fixpoint simplify (seen : list cnf_lit) (c : clause) : option clause :=
  match c with
  | [] => Some []
  | l :: c =>
    if existsb (cnf_lit_eqb l) seen then simplify seen c
    else if existsb (cnf_lit_eqb (complement l)) seen then None
    else option_map (cons l) (simplify (l :: seen) c)
  end.

Lemma simplify_correct a c : forall seen c',
  simplify seen c = Some c' -> clause_holds a c = true -> clause_holds a c' = true \/ clause_holds a seen = true.
Proof.
  induction c as [|l c IH]; intros seen c' Hc Ha; cbn [simplify] in Hc; [discriminate|].
  unfold clause_holds in Ha. simpl in Ha. apply orb_true_iff in Ha.
  destruct (existsb (cnf_lit_eqb l) seen) eqn:Hs.
  - destruct Ha as [Ha|Ha]; [|now apply IH]. right. apply existsb_exists in Hs. destruct Hs as (l' & Hin & He).
    unfold cnf_lit_eqb in He. apply andb_true_iff in He. destruct He as (He1 & He2).
    apply Pos.eqb_eq in He1. apply eqb_prop in He2. apply existsb_exists. exists l'. split; [exact Hin|].
    destruct l, l'. simpl in *. now subst.
  - destruct (existsb (cnf_lit_eqb (complement l)) seen); [discriminate|].
    destruct (simplify (l :: seen) c) as [c1|] eqn:Hc1; [|discriminate]. injection Hc as <-.
    unfold clause_holds. simpl. destruct Ha as [Ha|Ha]; [left; now rewrite Ha|].
    destruct (IH _ _ Hc1 Ha) as [H|H].
    + left. unfold clause_holds in H. rewrite H. apply orb_true_r.
    + unfold clause_holds in H. simpl in H. apply orb_true_iff in H. destruct H as [H|H]; [left; now rewrite H | now right].
Qed.

(** A list of clauses; [None] if a variable has no number. *)
Fixpoint translate (nb : numbering) (l : list fclause) : option cnf :=
  match l with
  | [] => Some []
  | c :: l =>
    match translate_clause nb c, translate nb l with
    | Some c, Some f => match simplify [] c with Some c => Some (c :: f) | None => Some f end
    | _, _ => None
    end
  end.

Lemma translate_correct nb val l : forall f,
  translate nb l = Some f -> forallb (fclause_true val) l = true -> cnf_holds (assignment_of nb val) f = true.
Proof.
  induction l as [|c l IH]; intros f Hf Hl; cbn [translate] in Hf; [now injection Hf as <-|].
  destruct (translate_clause nb c) as [c1|] eqn:Hc; [|discriminate].
  destruct (translate nb l) as [f1|]; [|discriminate].
  simpl in Hl. apply andb_true_iff in Hl. destruct Hl as (Hc1 & Hl). specialize (IH f1 eq_refl Hl).
  destruct (simplify [] c1) as [c2|] eqn:Hs; injection Hf as <-; [|exact IH].
  unfold cnf_holds in *. simpl. rewrite IH, andb_true_r.
  rewrite <- (translate_clause_correct nb val c c1 Hc) in Hc1.
  destruct (simplify_correct _ _ _ _ Hs Hc1) as [H|H]; [exact H | discriminate H].
Qed.

(** ** The gates that an obligation needs *)

Section Gates.
  Variable gs : list gate.
  Variable frame_lit : nat -> bool -> aig_lit -> flit.   (* a literal in a frame of a copy, resolved *)

  Definition gate_map : PM.t gate := fold_right (fun g m => PM.add (Pos.of_succ_nat (fst g)) g m) (PM.empty gate) gs.

  Definition gate_at (gm : PM.t gate) (v : nat) : option gate :=
    match PM.find (Pos.of_succ_nat v) gm with
    | Some g => if fst g =? v then Some g else None
    | None => None
    end.

  Lemma gate_at_In v g : gate_at gate_map v = Some g -> In g gs /\ fst g = v.
  Proof.
    unfold gate_at. destruct (PM.find (Pos.of_succ_nat v) gate_map) as [g'|] eqn:Hf; [|discriminate].
    destruct (fst g' =? v) eqn:He; [|discriminate]. intros [= <-]. apply Nat.eqb_eq in He. split; [|exact He].
    clear He. unfold gate_map in Hf. revert Hf. generalize (Pos.of_succ_nat v). intros p.
    induction gs as [|g0 l IH]; simpl; [now rewrite PM.gempty|].
    rewrite find_add. destruct (Pos.eq_dec p (Pos.of_succ_nat (fst g0))); [intros [= <-]; now left|].
    intros Hf. right. now apply IH.
  Qed.

  (** [-g a_1 .. -g a_n], [g -a_1 .. -a_n] *)
  Definition gate_clauses (gm : PM.t gate) (t : fvar) : list fclause :=
    match t with
    | Framed c f v =>
      match gate_at gm v with
      | Some g =>
        map (fun a => [(t, true); frame_lit c f a]) (snd g) ++
        [(t, false) :: map (fun a => fneg (frame_lit c f a)) (snd g)]
      | None => []
      end
    | _ => []
    end.

  (** A valuation in which gates have the values of their arguments. *)
  Definition respects (val : fvar -> bool) : Prop :=
    val the_constant = false /\
    forall c f g, In g gs -> val (Framed c f (fst g)) = forallb (fun a => flit_value val (frame_lit c f a)) (snd g).

  Lemma gate_clauses_true val t c :
    respects val -> In c (gate_clauses gate_map t) -> fclause_true val c = true.
  Proof.
    intros (_ & Hg) Hc. destruct t as [cp f v|k|k]; [|destruct Hc..]. simpl in Hc.
    destruct (gate_at gate_map v) as [g|] eqn:Ha; [|destruct Hc].
    apply gate_at_In in Ha. destruct Ha as (Hin & Hv). specialize (Hg cp f g Hin). rewrite Hv in Hg.
    apply in_app_iff in Hc. destruct Hc as [Hc|[<-|[]]].
    - apply in_map_iff in Hc. destruct Hc as (a & <- & Hin'). unfold fclause_true. cbn [existsb].
      unfold flit_value at 1. cbn [fst snd]. rewrite Hg.
      destruct (forallb (fun a => flit_value val (frame_lit cp f a)) (snd g)) eqn:Hall; [|reflexivity].
      rewrite forallb_forall in Hall. rewrite (Hall a Hin'). reflexivity.
    - unfold fclause_true. cbn [existsb]. unfold flit_value at 1. cbn [fst snd]. rewrite Hg.
      destruct (forallb (fun a => flit_value val (frame_lit cp f a)) (snd g)) eqn:Hall; [reflexivity|].
      rewrite xorb_false_r. simpl. clear - Hall. induction (snd g) as [|a l IH]; [discriminate|]. simpl in *.
      rewrite fneg_value. destruct (flit_value val (frame_lit cp f a)); [now apply IH | reflexivity].
  Qed.

  (** The least set that contains the variables of the clauses and with a gate its arguments. *)
  Definition arguments (gm : PM.t gate) (t : fvar) : list fvar :=
    match t with
    | Framed c f v => match gate_at gm v with Some g => map (fun a => fst (frame_lit c f a)) (snd g) | None => [] end
    | _ => []
    end.

  Fixpoint collect (gm : PM.t gate) (fuel : nat) (todo : list fvar) (seen : PM.t fvar) (acc : list fvar) : list fvar :=
    match fuel, todo with
    | S fuel, t :: todo =>
      if PM.mem (key t) seen then collect gm fuel todo seen acc
      else collect gm fuel (arguments gm t ++ todo) (PM.add (key t) t seen) (t :: acc)
    | _, _ => acc
    end.

  (** Increasing order of (copy, frame, variable). *)
  Definition fvar_ltb (a b : fvar) : bool :=
    match a, b with
    | Framed c f v, Framed c' f' v' =>
      if c =? c' then if Bool.eqb f f' then v <? v' else negb f else c <? c'
    | _, _ => false
    end.

  Fixpoint merge (fuel : nat) (a b : list fvar) : list fvar :=
    match fuel, a, b with
    | S fuel, x :: a', y :: b' => if fvar_ltb y x then y :: merge fuel a b' else x :: merge fuel a' b
    | _, [], b => b
    | _, a, _ => a
    end.

  Fixpoint merge_pairs (l : list (list fvar)) : list (list fvar) :=
    match l with
    | a :: b :: l => merge (length a + length b) a b :: merge_pairs l
    | l => l
    end.

  Fixpoint merge_all (fuel : nat) (l : list (list fvar)) : list fvar :=
    match fuel, l with
    | _, [] => []
    | _, [a] => a
    | S fuel, l => merge_all fuel (merge_pairs l)
    | 0, a :: _ => a
    end.

  Definition sort_fvars (l : list fvar) : list fvar := merge_all (length l) (map (fun t => [t]) l).

  Definition is_framed (t : fvar) : bool := match t with Framed _ _ _ => true | _ => false end.

  Definition variables (o : obligation) : list fvar :=
    let mentioned := map fst (concat (constraint_clauses o)) in
    let total := fold_right (fun g n => S (length (snd g)) + n) 1 gs in
    let found := collect gate_map (length mentioned * total + total) mentioned (PM.empty fvar) [] in
    sort_fvars (filter is_framed found)
    ++ filter (fun t => existsb (fvar_eqb t) found) (ob_creation o).

  Definition cnf_clauses (vars : list fvar) (o : obligation) : list fclause :=
    (if existsb is_constant vars then [[(the_constant, true)]] else [])
    ++ concat (map (gate_clauses gate_map) vars)
    ++ constraint_clauses o.

  Definition cnf_of (o : obligation) : option cnf :=
    let vars := variables o in
    let nb := number_all 1 vars (Numbering (PM.empty positive) (PM.empty fvar)) in
    translate nb (cnf_clauses vars o).

  Theorem cnf_of_sound o f val :
    cnf_of o = Some f -> unsatisfiable f -> respects val ->
    forallb (fclause_true val) (constraint_clauses o) = true -> False.
  Proof.
    unfold cnf_of. intros Hf Hu Hr Hc.
    set (nb := number_all 1 (variables o) (Numbering (PM.empty positive) (PM.empty fvar))) in *.
    specialize (Hu (assignment_of nb val)).
    rewrite (translate_correct nb val _ f Hf) in Hu; [discriminate|].
    unfold cnf_clauses. rewrite !forallb_app, Hc, andb_true_r. apply andb_true_iff. split.
    - destruct (existsb is_constant (variables o)); [|reflexivity]. simpl. unfold fclause_true. simpl.
      unfold flit_value. simpl. destruct Hr as (-> & _). reflexivity.
    - apply forallb_forall. intros c Hin. apply in_concat in Hin. destruct Hin as (l & Hl & Hin).
      apply in_map_iff in Hl. destruct Hl as (t & <- & _). now apply gate_clauses_true with t.
  Qed.

  (** The form in which it is used: all clauses without a case are true, and those of case [k]. *)
  Corollary case_refuted o f val k :
    cnf_of o = Some f -> unsatisfiable f -> respects val -> k < ob_cases o ->
    (forall j, val (Sel j) = (j =? k)) ->
    (forall c, In (None, c) (ob_clauses o) -> fclause_true val c = true) ->
    (forall c, In (Some k, c) (ob_clauses o) -> fclause_true val c = true) ->
    (forall j c, In (Some j, c) (ob_clauses o) -> ob_cases o = 1 -> j = k) -> False.
  Proof.
    intros Hf Hu Hr Hk Hsel Hn Hc Hone. apply (cnf_of_sound o f val Hf Hu Hr).
    unfold constraint_clauses. rewrite forallb_app. apply andb_true_iff. split.
    - apply forallb_forall. intros c Hin. apply in_map_iff in Hin. destruct Hin as ([j cl] & <- & Hin).
      unfold with_selector. cbn [fst snd]. destruct j as [j|]; [|now apply Hn].
      destruct (1 <? ob_cases o) eqn:E.
      + unfold fclause_true. cbn [existsb]. unfold flit_value at 1. cbn [fst snd]. rewrite Hsel.
        destruct (j =? k) eqn:Ej; [|reflexivity]. apply Nat.eqb_eq in Ej. subst j. simpl. exact (Hc cl Hin).
      + apply Nat.ltb_ge in E. assert (j = k) by (apply (Hone j cl Hin); lia). subst j. now apply Hc.
    - unfold selector_clause. destruct (1 <? ob_cases o); [|reflexivity]. simpl. rewrite andb_true_r.
      apply existsb_exists. exists (Sel k, false). split.
      + apply in_map_iff. exists k. split; [reflexivity | apply in_seq; lia].
      + unfold flit_value. cbn [fst snd]. now rewrite Hsel, Nat.eqb_refl.
  Qed.
End Gates.
