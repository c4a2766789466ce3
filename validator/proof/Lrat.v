(** * LRAT proofs (docs/certificates.md, section 8)

    [lrat_check] is the procedure of section 8 as a function: ids of input clauses are 1 .. m, added ids grow, after the
    literals of a clause are set false each hinted clause in turn must be unit, and the last one falsified, with no hint
    behind it; no RAT steps; the last line derives the empty clause. [lrat_check_sound]: a CNF with an accepted proof is
    unsatisfiable. *)

From Coq Require Import List Bool Arith Lia PArith FMapPositive FMapFacts.
Import ListNotations.

(** ** Clauses *)

(** A literal: its variable, and whether it is the variable itself ([true]) or its complement. *)
Definition cnf_lit := (positive * bool)%type.
Definition clause := list cnf_lit.
Definition cnf := list clause.
Definition assignment := positive -> bool.

Definition lit_holds (a : assignment) (l : cnf_lit) : bool := Bool.eqb (a (fst l)) (snd l).
Definition clause_holds (a : assignment) (c : clause) : bool := existsb (lit_holds a) c.
Definition cnf_holds (a : assignment) (f : cnf) : bool := forallb (clause_holds a) f.

Definition unsatisfiable (f : cnf) : Prop := forall a, cnf_holds a f = false.

Definition complement (l : cnf_lit) : cnf_lit := (fst l, negb (snd l)).

(** ** The procedure *)

Module PM := PositiveMap.

(** The clauses that are there, by id; and the literals that are set. *)
Definition database := PM.t clause.
Definition partial := PM.t bool.

Inductive line :=
| Add (id : positive) (c : clause) (hints : list positive)
| Delete (ids : list positive).

(** [Some true]: the literal is true; [None]: not set. *)
Definition value (p : partial) (l : cnf_lit) : option bool :=
  match PM.find (fst l) p with
  | Some b => Some (Bool.eqb b (snd l))
  | None => None
  end.

Definition set_true (p : partial) (l : cnf_lit) : partial := PM.add (fst l) (snd l) p.

(** Sets the literals of a clause false; complementary literals are refused. *)
Fixpoint assume_false (p : partial) (c : clause) : option partial :=
  match c with
  | [] => Some p
  | l :: c =>
    match value p l with
    | Some true => None
    | _ => assume_false (set_true p (complement l)) c
    end
  end.

Inductive outcome := Falsified | Unit (l : cnf_lit) | Neither.

(** What a hinted clause is under the literals that are set. *)
Fixpoint examine (p : partial) (c : clause) (open : option cnf_lit) : outcome :=
  match c with
  | [] => match open with None => Falsified | Some l => Unit l end
  | l :: c =>
    match value p l, open with
    | Some false, _ => examine p c open
    | None, None => examine p c (Some l)
    | _, _ => Neither
    end
  end.

(** Follows the hints: true iff the last one, and no one before it, is falsified. *)
Fixpoint follow_hints (db : database) (p : partial) (hints : list positive) : bool :=
  match hints with
  | [] => false
  | h :: hints =>
    match PM.find h db with
    | None => false
    | Some c =>
      match examine p c None with
      | Falsified => match hints with [] => true | _ => false end
      | Unit l => follow_hints db (set_true p l) hints
      | Neither => false
      end
    end
  end.

Definition implied (db : database) (c : clause) (hints : list positive) : bool :=
  match assume_false (PM.empty bool) c with
  | None => false
  | Some p => follow_hints db p hints
  end.

Fixpoint delete_all (db : database) (ids : list positive) : option database :=
  match ids with
  | [] => Some db
  | i :: ids => if PM.mem i db then delete_all (PM.remove i db) ids else None
  end.

(** [last] is the greatest id so far. *)
Fixpoint check_lines (db : database) (last : positive) (l : list line) : bool :=
  match l with
  | [] => false
  | Delete ids :: l =>
    match delete_all db ids with
    | None => false
    | Some db => check_lines db last l
    end
  | Add id c hints :: l =>
    (last <? id)%positive && implied db c hints &&
    match c, l with
    | [], [] => true
    | [], _ :: _ => false
    | _ :: _, _ => check_lines (PM.add id c db) id l
    end
  end.

(** The input clauses, with the ids 1 .. m. *)
Fixpoint load (db : database) (next : positive) (f : cnf) : database * positive :=
  match f with
  | [] => (db, next)
  | c :: f => load (PM.add next c db) (Pos.succ next) f
  end.

(** [next] is above every id in use, so the first added id may be [next] itself. *)
Definition lrat_check (f : cnf) (proof : list line) : bool :=
  let (db, next) := load (PM.empty clause) 1 f in
  match f with
  | [] => false
  | _ => check_lines db (Pos.pred next) proof
  end.

(** ** Soundness *)

Definition extends (a : assignment) (p : partial) : Prop := forall v b, PM.find v p = Some b -> a v = b.

Definition models (a : assignment) (db : database) : Prop :=
  forall i c, PM.find i db = Some c -> clause_holds a c = true.

Lemma find_add {A} (k k' : positive) (x : A) m :
  PM.find k (PM.add k' x m) = if Pos.eq_dec k k' then Some x else PM.find k m.
Proof.
  destruct (Pos.eq_dec k k') as [->|Hne]; [apply PM.gss | now apply PM.gso].
Qed.

Lemma value_holds a p l b : extends a p -> value p l = Some b -> lit_holds a l = b.
Proof.
  intros He. unfold value, lit_holds. destruct (PM.find (fst l) p) as [c|] eqn:Hf; [|discriminate].
  intros [= <-]. now rewrite (He _ _ Hf).
Qed.

Lemma set_true_extends a p l : extends a p -> lit_holds a l = true -> extends a (set_true p l).
Proof.
  intros He Hl v b. unfold set_true. rewrite find_add.
  destruct (Pos.eq_dec v (fst l)) as [->|Hne]; [|apply He].
  intros [= <-]. unfold lit_holds in Hl. now apply eqb_prop.
Qed.

Lemma complement_holds a l : lit_holds a (complement l) = negb (lit_holds a l).
Proof. unfold lit_holds, complement. destruct l as [v b]. simpl. now destruct (a v), b. Qed.

Lemma assume_false_extends a c : forall p p',
  assume_false p c = Some p' -> extends a p -> clause_holds a c = false -> extends a p'.
Proof.
  induction c as [|l c IH]; intros p p' Hp He Hc; simpl in Hp.
  - now injection Hp as <-.
  - unfold clause_holds in Hc. simpl in Hc. apply orb_false_iff in Hc. destruct Hc as (Hl & Hc).
    assert (He' : extends a (set_true p (complement l)))
      by (apply set_true_extends; [exact He | now rewrite complement_holds, Hl]).
    destruct (value p l) as [[]|]; [discriminate|now apply IH with (set_true p (complement l))..].
Qed.

Lemma examine_sound a p c : forall open,
  extends a p -> clause_holds a c = true \/ (exists l, open = Some l /\ lit_holds a l = true) ->
  match examine p c open with
  | Falsified => False
  | Unit l => lit_holds a l = true
  | Neither => True
  end.
Proof.
  induction c as [|l c IH]; intros open He Hc; simpl.
  - destruct Hc as [Hc|(l & -> & Hl)]; [discriminate | exact Hl].
  - destruct (value p l) as [[]|] eqn:Hv; [exact I| |].
    + apply IH; [exact He|]. destruct Hc as [Hc|Hc]; [left | now right].
      unfold clause_holds in Hc. simpl in Hc. now rewrite (value_holds a p l false He Hv) in Hc.
    + destruct open as [l'|]; [exact I|]. apply IH; [exact He|].
      destruct Hc as [Hc|(l' & Hn & _)]; [|discriminate].
      unfold clause_holds in Hc. simpl in Hc. apply orb_true_iff in Hc.
      destruct Hc as [Hl|Hc]; [right; now exists l | now left].
Qed.

Lemma follow_hints_sound a db hints : forall p,
  models a db -> extends a p -> follow_hints db p hints = true -> False.
Proof.
  induction hints as [|i hints IH]; intros p Hdb He Hf; [discriminate|]. cbn [follow_hints] in Hf.
  destruct (PM.find i db) as [c|] eqn:Hi; [|discriminate].
  assert (Hx := examine_sound a p c None He (or_introl (Hdb i c Hi))).
  destruct (examine p c None) as [|l|]; [exact Hx| |discriminate].
  apply (IH (set_true p l) Hdb); [now apply set_true_extends | exact Hf].
Qed.

(** A clause that the hints imply follows from the clauses that are there. *)
Theorem implied_sound a db c hints : models a db -> implied db c hints = true -> clause_holds a c = true.
Proof.
  intros Hdb Hi. destruct (clause_holds a c) eqn:Hc; [reflexivity | exfalso].
  unfold implied in Hi. destruct (assume_false (PM.empty bool) c) as [p|] eqn:Hp; [|discriminate].
  apply (follow_hints_sound a db hints p Hdb); [|exact Hi].
  apply (assume_false_extends a c (PM.empty bool) p Hp); [|exact Hc].
  intros v b Hv. now rewrite PM.gempty in Hv.
Qed.

Lemma models_add a db i c : models a db -> clause_holds a c = true -> models a (PM.add i c db).
Proof.
  intros Hdb Hc j d. rewrite find_add. destruct (Pos.eq_dec j i); [intros [= <-]; exact Hc | apply Hdb].
Qed.

Lemma models_delete a ids : forall db db', models a db -> delete_all db ids = Some db' -> models a db'.
Proof.
  induction ids as [|i ids IH]; intros db db' Hdb Hd; simpl in Hd; [now injection Hd as <-|].
  destruct (PM.mem i db); [|discriminate]. apply IH with (PM.remove i db); [|exact Hd].
  intros j d. destruct (Pos.eq_dec j i) as [->|Hne]; [now rewrite PM.grs|]. rewrite PM.gro by exact Hne. apply Hdb.
Qed.

Lemma check_lines_sound a l : forall db last, models a db -> check_lines db last l = true -> False.
Proof.
  induction l as [|[id c hints|ids] l IH]; intros db last Hdb Hl; cbn [check_lines] in Hl; [discriminate| |].
  - apply andb_true_iff in Hl. destruct Hl as (Hl & Hrest). apply andb_true_iff in Hl. destruct Hl as (_ & Hi).
    assert (Hc := implied_sound a db c hints Hdb Hi).
    destruct c as [|lit c]; [discriminate Hc|]. apply (IH _ _ (models_add a db id _ Hdb Hc) Hrest).
  - destruct (delete_all db ids) as [db'|] eqn:Hd; [|discriminate].
    apply (IH db' last); [now apply models_delete with ids db | exact Hl].
Qed.

Lemma load_models a f : forall db next, models a db -> cnf_holds a f = true -> models a (fst (load db next f)).
Proof.
  induction f as [|c f IH]; intros db next Hdb Hf; [exact Hdb|]. simpl in Hf. apply andb_true_iff in Hf.
  destruct Hf as (Hc & Hf). simpl. apply IH; [now apply models_add | exact Hf].
Qed.

Theorem lrat_check_sound f proof : lrat_check f proof = true -> unsatisfiable f.
Proof.
  intros Hc a. destruct (cnf_holds a f) eqn:Ha; [exfalso | reflexivity].
  assert (Hm : models a (fst (load (PM.empty clause) 1 f))).
  { apply load_models; [|exact Ha]. intros i c Hi. now rewrite PM.gempty in Hi. }
  unfold lrat_check in Hc. destruct (load (PM.empty clause) 1 f) as [db next]. destruct f; [discriminate|].
  now apply (check_lines_sound a proof db (Pos.pred next)).
Qed.
