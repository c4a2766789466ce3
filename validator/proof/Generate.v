(** * From certificates to obligations (docs/certificates.md, sections 2 to 4 and 7)

    The certificate as data, with literals, and the function that writes its obligations, clause by clause and in the order
    of section 7, together with the gates of the validator's own. It is a program: [Obligations] and [Blocks] prove
    that it writes what the rules demand. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.
From Vouch Require Import Ctl Circuit Cnf Steps Memory.

(** ** Certificates *)

Record c_lasso := CLasso { cl_steps : list entry; cl_at : list nat }.
Record c_region := CRegion { cr_K : aig_lit; cr_choices : list entry; cr_cover : list (list entry) }.

Inductive c_step :=
| CWall (W : aig_lit)
| CDead (D : aig_lit)
| CUnborn (D : aig_lit)
| CSide (W : aig_lit) (J : list nat).

(** A block ends with [end fair J], or with [loop V] over what is remembered; then [cb_end] is empty. *)
Record c_block := CBlock {
  cb_G : aig_lit;
  cb_steps : list c_step;
  cb_end : list nat;
  cb_loop : option (memory * aig_lit)
}.

Inductive c_rule :=
| CUpper (Q : aig_lit)
| CUpperEG (blocks : list c_block)
| CLowerEX (Q : aig_lit) (choices : list entry)
| CLowerEU (ranks : list entry)
| CLowerEG (lassos : list c_lasso) (region : option c_region) (ranks : list entry).

Definition is_upper (r : c_rule) : bool := match r with CUpper _ | CUpperEG _ => true | _ => false end.

Record c_fact := CFact { cf_node : ctl; cf_rule : c_rule }.

(** ** Writing *)

(** What is written: gates, obligations, the literals that must be state literals, and those that must not depend on what is
    remembered. *)
Record written := Written {
  w_gates : list gate;
  w_obligations : list obligation;
  w_needs : list aig_lit;
  w_free : list (memory * aig_lit)
}.

Definition nothing : written := Written [] [] [] [].
Definition both (a b : written) : written :=
  Written (w_gates a ++ w_gates b) (w_obligations a ++ w_obligations b) (w_needs a ++ w_needs b)
    (w_free a ++ w_free b).

(** A writer knows the number of the next gate; it may refuse. *)
Definition writer (T : Type) := nat -> option (T * nat * written).

Definition ret {T} (x : T) : writer T := fun n => Some (x, n, nothing).
Definition bind {S T} (m : writer S) (k : S -> writer T) : writer T := fun n =>
  match m n with
  | None => None
  | Some (x, n, w) =>
    match k x n with
    | None => None
    | Some (y, n, w') => Some (y, n, both w w')
    end
  end.
Notation "x <- m ;; k" := (bind m (fun x => k)) (at level 61, m at next level, right associativity).
Notation "m ;;; k" := (bind m (fun _ => k)) (at level 61, right associativity).

Definition check (b : bool) : writer unit := fun n => if b then Some (tt, n, nothing) else None.
Definition need (l : list aig_lit) : writer unit := fun n => Some (tt, n, Written [] [] l []).
Definition need_free (w : memory) (l : list aig_lit) : writer unit := fun n => Some (tt, n, Written [] [] [] (map (pair w) l)).
Definition oblige (o : obligation) : writer unit := fun n => Some (tt, n, Written [] [o] [] []).
(** A new gate over state literals is a state literal. *)
Definition new_gate (args : list aig_lit) : writer aig_lit := fun n =>
  Some ((n, false), S n, Written [(n, args)] [] [(n, false)] []).

(** ** Obligations of context and cases *)

Definition units (l : list flit) : list fclause := map (fun x => [x]) l.

Fixpoint numbered_cases (k : nat) (cases : list (list fclause)) : list (option nat * fclause) :=
  match cases with
  | [] => []
  | c :: cases => map (fun cl => (Some k, cl)) c ++ numbered_cases (S k) cases
  end.

Definition in_context (l : list fclause) : list (option nat * fclause) := map (fun c => (None, c)) l.

Definition simple (context : list fclause) (cases : list (list fclause)) : obligation :=
  Obligation (in_context context ++ numbered_cases 0 cases) (length cases) (map Sel (seq 0 (length cases))) None.

Section Generate.
  Variable A : aiger.
  Variable obs : nat -> bool.
  Variable fl : list aig_lit.
  Variables R C : aig_lit.                       (* the invariant, and the conjunction of the constraints *)

  Let now (a : aig_lit) : flit := frame_lit A obs fl 0 false a.
  Let aft (a : aig_lit) : flit := frame_lit A obs fl 0 true a.
  Let B := fair_state_lit A obs fl.
  Let one : aig_lit := (0, true).
  Let zero : aig_lit := (0, false).

  (** [I]: resets in the order of latches, then monitors in order. *)
  Definition initial_lits : list aig_lit :=
    concat (map (fun l => match latch_reset l with Some b => [(latch_var l, negb b)] | None => [] end) (lats A)) ++
    concat (map (fun j => if model_open A obs fl (fst (fair_nth fl j)) then [(monitor_var A j, true)] else [])
              (seq 0 (length fl))).

  (** [I & !R];  [R & C & !R(N)] *)
  Definition invariant_obligation : obligation :=
    simple [] [units (map now initial_lits ++ [now (neg R)]); units [now R; now C; aft (neg R)]].

  (** [R & C & bad] *)
  Definition bad_obligation (bad : aig_lit) : obligation := simple [] [units [now R; now C; now bad]].

  (** [I & !Q] *)
  Definition holds_obligation (Q : aig_lit) : obligation := simple [] [units (map now initial_lits ++ [now (neg Q)])].

  (** ** Lists of entries *)

  Definition entry_ok (e : entry) : bool := cube_ok A obs fl (entry_cube e).

  Definition entries (l : list entry) : writer unit :=
    need (map entry_guard l) ;;; check (forallb entry_ok l).

  (** [g_k & j_k] *)
  Definition entry_lits (e : entry) : list flit := now (entry_guard e) :: map now (entry_cube e).

  (** For each k: [R & Q & g_k & j_k & !(C & P(N))];  [R & Q & !g_1 & .. & !g_n] *)
  Definition choice_case (Q P : aig_lit) (e : entry) : list fclause :=
    units (now Q :: entry_lits e) ++ [[now (neg C); aft (neg P)]].

  Definition choice_cases (Q P : aig_lit) (l : list entry) : list (list fclause) :=
    map (choice_case Q P) l ++ [units (now Q :: map (fun e => now (neg (entry_guard e))) l)].

  (** For each k: [R & K & g_k & j_k & !E_(k-1) & !(P & C & K(N) & E_(k-1)(N))]. Gives the cases and [E_n]. *)
  Definition rank_case (E P K : aig_lit) (e : entry) : list fclause :=
    units (now K :: entry_lits e ++ [now (neg E)]) ++ [[now (neg P); now (neg C); aft (neg K); aft (neg E)]].

  Fixpoint rank_cases (E P K : aig_lit) (l : list entry) : writer (list (list fclause) * aig_lit) :=
    match l with
    | [] => ret ([], E)
    | e :: l =>
      g <- new_gate [neg E; neg (entry_guard e)] ;;
      r <- rank_cases (neg g) P K l ;;
      ret (rank_case E P K e :: fst r, snd r)
    end.

  (** ** Lassos and regions *)

  Definition lasso_entry (L : c_lasso) (t : nat) : entry := nth t (cl_steps L) (Entry zero []).

  (** For each t: [R & c_t & j_t & !(P & C & c_(t+1 mod m)(N))];  for every [B_j] at t: [R & c_t & !B_j] *)
  Definition lasso_case (P : aig_lit) (L : c_lasso) (t : nat) : list fclause :=
    units (entry_lits (lasso_entry L t)) ++
    [[now (neg P); now (neg C); aft (neg (entry_guard (lasso_entry L (S t mod length (cl_steps L)))))]].

  Definition lasso_fair_case (L : c_lasso) (j : nat) : list fclause :=
    units [now (entry_guard (lasso_entry L (nth j (cl_at L) 0))); now (neg (B j))].

  Definition lasso_cases (P : aig_lit) (L : c_lasso) : writer (list (list fclause)) :=
    entries (cl_steps L) ;;;
    check ((0 <? length (cl_steps L)) && (length (cl_at L) =? length fl) &&
           forallb (fun t => t <? length (cl_steps L)) (cl_at L)) ;;;
    ret (map (lasso_case P L) (seq 0 (length (cl_steps L))) ++ map (lasso_fair_case L) (seq 0 (length fl))).

  Fixpoint all_lasso_cases (P : aig_lit) (l : list c_lasso) : writer (list (list fclause)) :=
    match l with
    | [] => ret []
    | L :: l => a <- lasso_cases P L ;; b <- all_lasso_cases P l ;; ret (a ++ b)
    end.

  (** For each [B_j], from [j] on: the list with base [B_j], and [R & K & !E_n] *)
  Fixpoint cover_cases (K : aig_lit) (j : nat) (l : list (list entry)) : writer (list (list fclause)) :=
    match l with
    | [] => ret []
    | c :: l =>
      entries c ;;;
      r <- rank_cases (B j) one K c ;;
      b <- cover_cases K (S j) l ;;
      ret (fst r ++ [units [now K; now (neg (snd r))]] ++ b)
    end.

  (** [R & K & !P];  the choices;  the covers *)
  Definition region_cases (P : aig_lit) (G : c_region) : writer (list (list fclause)) :=
    need [cr_K G] ;;;
    entries (cr_choices G) ;;;
    check (length (cr_cover G) =? length fl) ;;;
    b <- cover_cases (cr_K G) 0 (cr_cover G) ;;
    ret ([units [now (cr_K G); now (neg P)]] ++ choice_cases (cr_K G) (cr_K G) (cr_choices G) ++ b).

  (** ** EG lower *)

  Definition lasso_guards (lassos : list c_lasso) : list aig_lit := concat (map (fun L => map entry_guard (cl_steps L)) lassos).

  (** [E_0 = !and(!c .., !K)] *)
  Definition base_args (lassos : list c_lasso) (G : option c_region) : list aig_lit :=
    map neg (lasso_guards lassos) ++ match G with Some G => [neg (cr_K G)] | None => [] end.

  Definition eg_base_lit (lassos : list c_lasso) (G : option c_region) : writer aig_lit :=
    match base_args lassos G with
    | [] => ret zero
    | args => g <- new_gate args ;; ret (neg g)
    end.

  Definition oblige_cases (cases : list (list fclause)) : writer unit := oblige (simple (units [now R]) cases).

  Definition eg_lower_some (P : aig_lit) (lassos : list c_lasso) (G : option c_region) (l : list entry)
    : writer aig_lit :=
    a <- all_lasso_cases P lassos ;;
    b <- match G with Some G => region_cases P G | None => ret [] end ;;
    E <- eg_base_lit lassos G ;;
    entries l ;;;
    r <- rank_cases E P one l ;;
    oblige_cases (a ++ b ++ fst r) ;;;
    ret (snd r).

  (** A rule without cases gives no obligation. *)
  Definition eg_lower (P : aig_lit) (lassos : list c_lasso) (G : option c_region) (l : list entry) : writer aig_lit :=
    match lassos, G, l with
    | [], None, [] => ret zero
    | _, _, _ => eg_lower_some P lassos G l
    end.

  Definition eu_lower_some (P S : aig_lit) (l : list entry) : writer aig_lit :=
    entries l ;;;
    r <- rank_cases S P one l ;;
    oblige_cases (fst r) ;;;
    ret (snd r).

  Definition eu_lower (P S : aig_lit) (l : list entry) : writer aig_lit :=
    match l with
    | [] => ret S
    | _ => eu_lower_some P S l
    end.

  (** ** Wall chains *)

  Definition frame_arena (P : aig_lit) (before : list aig_lit) (c : nat) (f : bool) : list flit :=
    map (frame_lit A obs fl c f) (R :: P :: map neg before).

  (** What a step demands of [E] from now on, in copy [c]. *)
  Definition demand (c : nat) (s : c_step) : list fclause :=
    let n a := frame_lit A obs fl c false a in
    let f a := frame_lit A obs fl c true a in
    match s with
    | CWall W => [[n (neg W); f W]; [n W; f (neg W)]]
    | CDead D | CUnborn D | CSide D _ => [[n (neg D)]; [f (neg D)]]
    end.

  (** All copies agree on a wall. *)
  Definition agree (c : nat) (s : c_step) : list fclause :=
    match s, c with
    | CWall W, S _ => [[now W; frame_lit A obs fl c false (neg W)]; [now (neg W); frame_lit A obs fl c false W]]
    | _, _ => []
    end.

  (** The prefix variable [k+1] implies the one before it, and the demands of step [k] in every copy. *)
  Definition narrow (k : nat) (s : c_step) (copies : nat) : list (option nat * fclause) :=
    (None, [(Pre (S k), true); (Pre k, false)]) ::
    map (fun cl => (None, (Pre (S k), true) :: cl)) (concat (map (fun c => demand c s ++ agree c s) (seq 0 copies))).

  (** wall: [E & W & !W(N)];  dead: [E & D];  unborn: [E & D(N)] *)
  Definition wall_case (k : nat) (s : c_step) : list fclause :=
    [(Pre k, false)] ::
    match s with
    | CWall W => [[now W]; [aft (neg W)]]
    | CDead D => [[now D]]
    | CUnborn D => [[aft D]]
    | CSide _ _ => []
    end.

  Definition is_side (s : c_step) : bool := match s with CSide _ _ => true | _ => false end.

  Definition tag (c : nat) (l : list fclause) : list (option nat * fclause) := map (fun cl => (Some c, cl)) l.

  (** From step [k] on; [c] is the number of the next case. *)
  Fixpoint wall_steps (k c : nat) (steps : list c_step) : list (option nat * fclause) :=
    match steps with
    | [] => []
    | s :: steps =>
      (if is_side s then [] else tag c (wall_case k s)) ++ narrow k s 1 ++
      wall_steps (S k) (if is_side s then c else S c) steps
    end.

  Fixpoint wall_creation (k c : nat) (steps : list c_step) : list fvar :=
    match steps with
    | [] => []
    | s :: steps =>
      (if is_side s then [] else [Sel c]) ++ [Pre (S k)] ++ wall_creation (S k) (if is_side s then c else S c) steps
    end.

  Definition walls_obligation (P : aig_lit) (before : list aig_lit) (b : c_block) : obligation :=
    let G := cb_G b in
    let context := units (frame_arena P before 0 false ++ [now G; now C] ++ frame_arena P before 0 true) in
    let cases := S (length (filter (fun s => negb (is_side s)) (cb_steps b))) in
    match cb_steps b with
    | [] => simple context [[[aft (neg G)]]]
    | steps =>
      Obligation
        (in_context context ++ [(Some 0, [aft (neg G)]); (None, [(Pre 0, true); aft G])] ++ wall_steps 0 1 steps)
        cases (Sel 0 :: Pre 0 :: wall_creation 0 1 steps) None
    end.

  (** *** The skeleton query *)

  Definition step_numbers (s : c_step) : list nat := match s with CSide _ J => J | _ => [] end.

  (** The distinct fairness numbers of the block, sorted: copy [c] belongs to the [c]-th of them. *)
  Definition block_numbers (b : c_block) : list nat :=
    let named := concat (map step_numbers (cb_steps b)) ++ cb_end b in
    filter (fun j => mem j named) (seq 0 (length fl)).

  Definition copies_for (numbers : list nat) : nat := match numbers with [] => 1 | _ => length numbers end.

  Definition copy_of (numbers : list nat) (j : nat) : nat := match index_of j numbers with Some c => c | None => 0 end.

  Definition fair_clauses (numbers J : list nat) : list fclause :=
    map (fun j => [frame_lit A obs fl (copy_of numbers j) false (B j)]) J.

  Definition side_case (numbers : list nat) (k : nat) (W : aig_lit) (J : list nat) : list fclause :=
    [(Pre k, false)] :: map (fun c => [frame_lit A obs fl c false W]) (seq 0 (copies_for numbers)) ++ fair_clauses numbers J.

  Definition end_case (numbers : list nat) (k : nat) (J : list nat) : list fclause :=
    [(Pre k, false)] :: fair_clauses numbers J.

  (** [s = y]: each saved value is that of its literal. *)
  Definition saved_clauses (w : memory) : list fclause :=
    concat (map (fun k =>
      [[now (saved_var w k, true); now (nth k (m_saved w) zero)];
       [now (saved_var w k, false); now (neg (nth k (m_saved w) zero))]]) (seq 0 (length (m_saved w)))).

  (** All flags are up, or down. *)
  Definition flag_clauses (w : memory) (up : bool) : list fclause :=
    map (fun j => [now (flag_var w j, negb up)]) (seq 0 (length fl)).

  (** start: [E & s = y & f = 0 & !V(N)];  step: [E & V & !V(N)];  close: [E & V & s = y & f = 1] *)
  Definition loop_cases (w : memory) (V : aig_lit) (k : nat) : list (list fclause) :=
    let after_V := memory_frame A obs fl w 0 true (neg V) in
    [[(Pre k, false)] :: saved_clauses w ++ flag_clauses w false ++ [[after_V]];
     [[(Pre k, false)]; [now V]; [after_V]];
     [(Pre k, false)] :: [now V] :: saved_clauses w ++ flag_clauses w true].

  (** The cases of the end of a block, behind [k] steps. *)
  Definition end_cases (b : c_block) (k : nat) : list (list fclause) :=
    match cb_loop b with
    | None => [end_case (block_numbers b) k (cb_end b)]
    | Some (w, V) => loop_cases w V k
    end.

  Fixpoint skeleton_steps (numbers : list nat) (k c : nat) (steps : list c_step) (ends : nat -> list (list fclause))
    : list (option nat * fclause) :=
    match steps with
    | [] => numbered_cases c (ends k)
    | s :: steps =>
      match s with CSide W J => tag c (side_case numbers k W J) | _ => [] end ++
      narrow k s (copies_for numbers) ++
      skeleton_steps numbers (S k) (if is_side s then S c else c) steps ends
    end.

  Fixpoint skeleton_creation (k c : nat) (steps : list c_step) (ends : nat) : list fvar :=
    match steps with
    | [] => map Sel (seq c ends)
    | s :: steps =>
      (if is_side s then [Sel c] else []) ++ [Pre (S k)] ++
      skeleton_creation (S k) (if is_side s then S c else c) steps ends
    end.

  Definition skeleton_context (P : aig_lit) (before : list aig_lit) (G : aig_lit) (c : nat) : list flit :=
    frame_arena P before c false ++ [frame_lit A obs fl c false G; frame_lit A obs fl c false C] ++
    frame_arena P before c true ++ [frame_lit A obs fl c true G].

  Definition skeleton_obligation (P : aig_lit) (before : list aig_lit) (b : c_block) : obligation :=
    let numbers := block_numbers b in
    Obligation
      (in_context (units (concat (map (skeleton_context P before (cb_G b)) (seq 0 (copies_for numbers))))) ++
       skeleton_steps numbers 0 0 (cb_steps b) (end_cases b))
      (length (filter is_side (cb_steps b)) + length (end_cases b 0))
      (Pre 0 :: skeleton_creation 0 0 (cb_steps b) (length (end_cases b 0)))
      (option_map fst (cb_loop b)).

  (** *** Blocks *)

  Definition same_var (a b : aig_lit) : bool := fst a =? fst b.

  (** [side W] only when [W] or [!W] was made a wall earlier; fairness numbers in range. *)
  Fixpoint steps_admitted (walls : list aig_lit) (steps : list c_step) : bool :=
    match steps with
    | [] => true
    | CWall W :: steps => steps_admitted (W :: walls) steps
    | CSide W J :: steps =>
      existsb (same_var W) walls && forallb (fun j => j <? length fl) J && steps_admitted walls steps
    | _ :: steps => steps_admitted walls steps
    end.

  Definition step_lit (s : c_step) : aig_lit := match s with CWall W => W | CDead D => D | CUnborn D => D | CSide W _ => W end.

  (** A loop is a literal without step inputs; everything else in its block does not depend on what is remembered. *)
  Definition loop_literals (P : aig_lit) (before : list aig_lit) (b : c_block) (w : memory) : list aig_lit :=
    C :: R :: P :: cb_G b :: before ++ map step_lit (cb_steps b) ++ m_saved w ++ map B (seq 0 (length fl)).

  Definition loop_needs (P : aig_lit) (before : list aig_lit) (b : c_block) : writer unit :=
    match cb_loop b with
    | None => ret tt
    | Some (w, V) =>
      need (V :: m_saved w) ;;; need_free w (loop_literals P before b w)
    end.

  Fixpoint write_blocks (P : aig_lit) (before : list aig_lit) (blocks : list c_block) : writer unit :=
    match blocks with
    | [] => ret tt
    | b :: blocks =>
      need (cb_G b :: map step_lit (cb_steps b)) ;;;
      check (steps_admitted [] (cb_steps b) && forallb (fun j => j <? length fl) (cb_end b)) ;;;
      loop_needs P before b ;;;
      oblige (walls_obligation P before b) ;;;
      oblige (skeleton_obligation P before b) ;;;
      write_blocks P (before ++ [cb_G b]) blocks
    end.

  (** Gives [and(P, !G_1, .., !G_n)]. *)
  Definition eg_upper (P : aig_lit) (blocks : list c_block) : writer aig_lit :=
    write_blocks P [] blocks ;;;
    new_gate (P :: map (fun b => neg (cb_G b)) blocks).

  (** ** Facts *)

  Definition env := list (ctl * (aig_lit * aig_lit)).

  Definition bounds_of (e : env) (v : ctl) : aig_lit * aig_lit :=
    match find (fun x => if ctl_eq_dec (fst x) v then true else false) e with
    | Some x => snd x
    | None => (one, zero)
    end.
  Definition up (e : env) (v : ctl) : aig_lit := fst (bounds_of e v).
  Definition low (e : env) (v : ctl) : aig_lit := snd (bounds_of e v).

  (** One fact: its obligations and its bound. *)
  Definition write_fact (e : env) (v : ctl) (r : c_rule) : writer aig_lit :=
    match v, r with
    | EX u, CUpper Q =>
      need [Q] ;;;
      oblige (simple (units [now R]) [units [now C; aft (up e u); now (neg Q)]]) ;;;
      ret Q
    | EU u w, CUpper Q =>
      need [Q] ;;;
      oblige (simple (units [now R])
        [units [now (up e w); now (neg Q)]; units [now (up e u); now C; aft Q; now (neg Q)]]) ;;;
      ret Q
    | EG u, CUpperEG blocks => eg_upper (up e u) blocks
    | EX u, CLowerEX Q l =>
      need [Q] ;;; entries l ;;;
      oblige (simple (units [now R]) (choice_cases Q (low e u) l)) ;;;
      ret Q
    | EU u w, CLowerEU l => eu_lower (low e u) (low e w) l
    | EG u, CLowerEG lassos G l => eg_lower (low e u) lassos G l
    | _, _ => check false ;;; ret zero
    end.

  (** A fact about [v] of this direction, if it comes next; otherwise nothing is known. *)
  Definition next_fact (upper : bool) (e : env) (v : ctl) (facts : list c_fact) : writer (aig_lit * list c_fact) :=
    let default := (if upper then one else zero) in
    match facts with
    | f :: rest =>
      if (if ctl_eq_dec (cf_node f) v then true else false) && Bool.eqb (is_upper (cf_rule f)) upper
      then b <- write_fact e v (cf_rule f) ;; ret (b, rest)
      else ret (default, facts)
    | [] => ret (default, facts)
    end.

  Definition write_node (e : env) (v : ctl) (facts : list c_fact) : writer ((aig_lit * aig_lit) * list c_fact) :=
    match v with
    | Atom a => check (fst (lit_of_number a) <=? maxvar A) ;;; need [lit_of_number a] ;;;
                ret ((lit_of_number a, lit_of_number a), facts)
    | Not u => ret ((neg (low e u), neg (up e u)), facts)
    | And u w =>
      a <- new_gate [up e u; up e w] ;;
      b <- new_gate [low e u; low e w] ;;
      ret ((a, b), facts)
    | Or u w =>
      a <- new_gate [neg (up e u); neg (up e w)] ;;
      b <- new_gate [neg (low e u); neg (low e w)] ;;
      ret ((neg a, neg b), facts)
    | _ =>
      a <- next_fact true e v facts ;;
      b <- next_fact false e v (snd a) ;;
      ret ((fst a, fst b), snd b)
    end.

  Fixpoint write_nodes (e : env) (nodes : list ctl) (facts : list c_fact) : writer env :=
    match nodes with
    | [] => check (match facts with [] => true | _ => false end) ;;; ret e
    | v :: nodes =>
      r <- write_node e v facts ;;
      write_nodes ((v, fst r) :: e) nodes (snd r)
    end.
End Generate.

(** The nodes of a formula in depth-first post-order, left child first, each once: those of decreasing number. *)
Definition has_node (v : ctl) (l : list ctl) : bool := existsb (fun w => if ctl_eq_dec v w then true else false) l.

Fixpoint post_order (v : ctl) (done : list ctl) : list ctl :=
  if has_node v done then done
  else match v with
  | Atom _ => done ++ [v]
  | Not u | EX u | EG u => post_order u done ++ [v]
  | And u w | Or u w | EU u w => post_order w (post_order u done) ++ [v]
  end.
