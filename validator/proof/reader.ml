(* proved-validate MODEL CERTIFICATE [--cnfs FOLDER]

   Reads files for the validator that was proved in Coq (proved.ml), and writes the CNFs of its obligations. Nothing here is
   proved: this is the part of the text (docs/certificates.md, sections 1.4 and 6) that the theorems leave out. The digest
   of the model is not looked at; everything else that does not fit ends in a message and status 1 or 2.

   Ends with 0: the certificate is accepted; 1: it is rejected; 2: a file cannot be read as a model. With a certificate
   without proofs the answer is "unproved" and the status 3: every obligation is still to be refuted. *)

open Proved

exception Bad_model of string
exception Bad_certificate of string

let model_error text = raise (Bad_model text)
let reject text = raise (Bad_certificate text)

let read_file path =
  let channel = open_in_bin path in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  text

(* A literal 2*v+s as the pair that the proof speaks of. *)
let lit n = (n / 2, n land 1 = 1)

(* --- AIGER --- *)

type parsed = {
  maxvar : int;
  inputs : int list;
  latches : (int * int * int) list; (* variable, next, reset: 0, 1 or the latch itself *)
  gates : (int * int list) list;
  outputs : int list;
  bads : int list;
  constraints : int list;
  justice : int list list;
  fairness : int list;
  symbols : (char * int * string) list;
}

(* Decimal, without sign or leading zeros, and small enough. *)
let decimal text =
  let digits = text <> "" && String.for_all (fun c -> c >= '0' && c <= '9') text in
  if digits && (text = "0" || text.[0] <> '0') && String.length text < 12 then int_of_string_opt text else None

(* In a model zeros in front of a number mean nothing. *)
let rec without_zeros text =
  if String.length text > 1 && text.[0] = '0' then without_zeros (String.sub text 1 (String.length text - 1)) else text

let number what text =
  match decimal (without_zeros text) with
  | Some n -> n
  | None -> model_error ("expected " ^ what ^ " instead of '" ^ text ^ "'")

(* Arguments before gates. *)
let topological gates =
  let table = Hashtbl.create 97 and state = Hashtbl.create 97 and order = ref [] in
  List.iter (fun (v, args) -> Hashtbl.replace table v args) gates;
  let rec visit v =
    match (Hashtbl.find_opt table v, Hashtbl.find_opt state v) with
    | None, _ | _, Some true -> ()
    | _, Some false -> model_error "a cycle of gates"
    | Some args, None ->
        Hashtbl.replace state v false;
        List.iter (fun a -> visit (a / 2)) args;
        Hashtbl.replace state v true;
        order := (v, args) :: !order
  in
  List.iter (fun (v, _) -> visit v) gates;
  List.rev !order

let read_model path =
  let text = read_file path in
  let at = ref 0 in
  let line () =
    match String.index_from_opt text !at '\n' with
    | None -> model_error "the file ends too early"
    | Some stop ->
        let s = String.sub text !at (stop - !at) in
        at := stop + 1;
        s
  in
  let words s = String.split_on_char ' ' s in
  let rec times n f = if n = 0 then [] else let x = f () in x :: times (n - 1) f in
  let single () = number "a literal" (line ()) in
  match words (line ()) with
  | (("aag" | "aig") as format) :: counts ->
      let count k = match List.nth_opt counts k with Some t -> number "a count" t | None -> 0 in
      let binary = format = "aig" in
      let m = count 0 and i = count 1 and l = count 2 and o = count 3 and a = count 4 in
      let inputs = List.init i (fun k -> k + 1) in
      let inputs = if binary then inputs else times i (fun () -> single () / 2) in
      let latch v = function
        | [ next ] -> (v, number "a literal" next, 0)
        | [ next; reset ] ->
            let r = number "a reset" reset in
            if r > 1 && r <> 2 * v then model_error "a reset function, which the proof does not cover";
            (v, number "a literal" next, r)
        | _ -> model_error "a latch"
      in
      let next_latch = ref i in
      let read_latch () =
        if binary then (incr next_latch; latch !next_latch (words (line ())))
        else match words (line ()) with
          | v :: rest -> latch (number "a latch" v / 2) rest
          | [] -> model_error "a latch"
      in
      let latches = times l read_latch in
      let outputs = times o single in
      let bads = times (count 5) single in
      let constraints = times (count 6) single in
      let sizes = times (count 7) single in
      let justice = List.map (fun n -> times n single) sizes in
      let fairness = times (count 8) single in
      let rec group shift =
        if !at >= String.length text then model_error "the file ends too early";
        let byte = Char.code text.[!at] in
        incr at;
        let low = (byte land 127) lsl shift in
        if byte land 128 <> 0 then low lor group (shift + 7) else low
      in
      let next_gate = ref (i + l) in
      let read_gate () =
        if binary then begin
          incr next_gate;
          let lhs = 2 * !next_gate in
          let first = lhs - group 0 in
          let second = first - group 0 in
          (!next_gate, [ first; second ])
        end
        else match List.map (number "a literal") (words (line ())) with
          | [ lhs; x; y ] -> (lhs / 2, [ x; y ])
          | _ -> model_error "a gate"
      in
      let gates = times a read_gate in
      let rec symbols () =
        let rest = String.length text - !at in
        if rest = 0 || (rest = 1 && text.[!at] = 'c') then []
        else
          let s = line () in
          if s = "c" then []
          else match String.index_opt s ' ' with
            | Some k ->
                let position = number "a position" (String.sub s 1 (k - 1)) in
                let name = String.sub s (k + 1) (String.length s - k - 1) in
                if name = "" || String.contains name '\000' then symbols () else (s.[0], position, name) :: symbols ()
            | None -> model_error "a symbol"
      in
      { maxvar = m; inputs; latches; gates = topological gates; outputs; bads; constraints; justice; fairness;
        symbols = symbols () }
  | _ -> model_error "no AIGER header"

let aiger m : aiger =
  { maxvar = m.maxvar;
    ins = m.inputs;
    lats =
      List.map
        (fun (v, next, reset) ->
          { latch_var = v; latch_next = lit next; latch_reset = (if reset < 2 then Some (reset = 1) else None) })
        m.latches;
    ands = List.map (fun (v, args) -> (v, List.map lit args)) m.gates;
    constraints = List.map lit m.constraints }

(* --- Formulas --- *)

let nth what l k = match List.nth_opt l k with Some x -> x | None -> reject ("the model has no " ^ what ^ " " ^ string_of_int k)

let section m kind k =
  match kind with
  | 'i' -> 2 * nth "input" m.inputs k
  | 'l' -> let v, _, _ = nth "latch" m.latches k in 2 * v
  | 'o' -> nth "output" m.outputs k
  | 'b' -> nth "bad literal" m.bads k
  | 'c' -> nth "constraint" m.constraints k
  | _ -> nth "fairness literal" m.fairness k

(* A symbol: the whole text of an entry, or, if there is none, one of its words; "!word" names the complement. *)
let named m name =
  let entries = List.filter (fun (kind, _, _) -> String.contains "ilobcf" kind) m.symbols in
  let exact = List.filter_map (fun (kind, k, text) -> if text = name then Some (section m kind k) else None) entries in
  let by_word (kind, k, text) =
    List.filter_map
      (fun word ->
        if word = name then Some (section m kind k)
        else if word = "!" ^ name then Some (section m kind k lxor 1)
        else None)
      (List.filter (( <> ) "") (String.split_on_char ' ' text))
  in
  match List.sort_uniq compare (if exact <> [] then exact else List.concat_map by_word entries) with
  | [ l ] -> l
  | [] -> reject ("no symbol " ^ name)
  | _ -> reject ("the symbol " ^ name ^ " is ambiguous")

let read_formula m text =
  let at = ref 0 and size = String.length text in
  let rec skip () = if !at < size && String.contains " \t" text.[!at] then (incr at; skip ()) in
  let looking token =
    skip ();
    let n = String.length token in
    !at + n <= size && String.sub text !at n = token
  in
  let take token = looking token && (at := !at + String.length token; true) in
  let expect token = if not (take token) then reject ("the formula: expected " ^ token) in
  let is_word c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') in
  let word () =
    skip ();
    let start = !at in
    while !at < size && is_word text.[!at] do incr at done;
    String.sub text start (!at - start)
  in
  let num t = match decimal t with Some n -> n | None -> reject "the formula: a number" in
  let digits s = s <> "" && String.for_all (fun c -> c >= '0' && c <= '9') s in
  let quoted () =
    let b = Buffer.create 16 in
    let rec go () =
      if !at >= size then reject "the formula: an open quote";
      match text.[!at] with
      | '"' -> incr at
      | '\\' when !at + 1 < size -> Buffer.add_char b text.[!at + 1]; at := !at + 2; go ()
      | c -> Buffer.add_char b c; incr at; go ()
    in
    go ();
    Buffer.contents b
  in
  let rec formula () =
    if take "!" then FNot (formula ())
    else if take "\"" then FAtom (named m (quoted ()))
    else if take "(" then begin
      let f = formula () in
      let combine =
        if take "<->" then fun g -> FIff (f, g)
        else if take "->" then fun g -> FImplies (f, g)
        else if take "&" then fun g -> FAnd (f, g)
        else if take "|" then fun g -> FOr (f, g)
        else if take "^" then fun g -> FXor (f, g)
        else reject "the formula: expected an operator"
      in
      let g = formula () in
      expect ")";
      combine g
    end
    else
      match word () with
      | "true" -> FTrue
      | "false" -> FFalse
      | "EX" -> FEX (formula ())
      | "EF" -> FEF (formula ())
      | "EG" -> FEG (formula ())
      | "AX" -> FAX (formula ())
      | "AF" -> FAF (formula ())
      | "AG" -> FAG (formula ())
      | ("E" | "A") as quantifier ->
          expect "[";
          let f = formula () in
          expect "U";
          let g = formula () in
          expect "]";
          if quantifier = "E" then FEU (f, g) else FAU (f, g)
      | w when digits w -> FAtom (num w)
      | w when w <> "" && String.contains "ilobcf" w.[0] && digits (String.sub w 1 (String.length w - 1)) ->
          FAtom (section m w.[0] (num (String.sub w 1 (String.length w - 1))))
      | w -> reject ("the formula: cannot read '" ^ w ^ "'")
  in
  let f = formula () in
  skip ();
  if !at < size then reject "the formula: text behind its end";
  f

(* --- Certificates --- *)

type certificate = {
  property : c_property;
  holds : bool;
  evidence : c_evidence;
  proved : bool; (* it carries proofs *)
}

let read_certificate m (a : aiger) path =
  let lines = ref (String.split_on_char '\n' (read_file path)) in
  let line () = match !lines with l :: rest -> lines := rest; l | [] -> reject "the certificate ends too early" in
  let peek () = match !lines with l :: _ -> List.hd (String.split_on_char ' ' l) | [] -> "" in
  let num t = match decimal t with Some n -> n | None -> reject ("expected a number instead of '" ^ t ^ "'") in
  let words key =
    match String.split_on_char ' ' (line ()) with
    | k :: rest when k = key -> rest
    | k :: _ -> reject ("expected " ^ key ^ " instead of '" ^ k ^ "'")
    | [] -> reject ("expected " ^ key)
  in
  let one key = match words key with [ x ] -> x | _ -> reject ("one value behind " ^ key) in
  let rec times n f = if n = 0 then [] else let x = f () in x :: times (n - 1) f in
  let bits s = if s = "-" then [] else List.init (String.length s) (fun k -> match s.[k] with
    | '0' -> false | '1' -> true | _ -> reject "a bit") in
  let version = words "vouch-certificate" in
  if version <> [ "1" ] && version <> [ "2" ] then reject "another version";
  ignore (one "model");
  let text = line () in
  let after prefix =
    let n = String.length prefix in
    if String.length text > n && String.sub text 0 n = prefix then Some (String.sub text n (String.length text - n)) else None
  in
  let property =
    match (after "property bad ", after "property output ", after "property justice ", after "property ctl ") with
    | Some n, _, _, _ -> QBad (lit (nth "bad literal" m.bads (num n)))
    | _, Some n, _, _ -> QBad (lit (nth "output" m.outputs (num n)))
    | _, _, Some n, _ -> QJustice (List.map lit (nth "justice set" m.justice (num n)))
    | _, _, _, Some f -> (
        let f = read_formula m f in
        match one "inputs" with
        | "all" -> QCtl (f, true)
        | "observed" -> QCtl (f, false)
        | _ -> reject "inputs")
    | _ -> reject "a property"
  in
  let holds = match one "verdict" with "holds" -> true | "fails" -> false | _ -> reject "a verdict" in
  let is_ctl = match property with QCtl _ -> true | _ -> false in
  if (not holds) && not is_ctl then begin
    let steps, loop =
      match (words "trace", property) with
      | [ n ], QBad _ -> (num n, 0)
      | [ n; l ], QJustice _ -> (num n, num l)
      | _ -> reject "trace"
    in
    let lat = bits (one "latches") in
    let ins = times steps (fun () -> bits (one "inputs")) in
    if line () <> "end" || !lines <> [ "" ] then reject "text behind the end";
    { property; holds; evidence = ETrace (lat, ins, loop); proved = true }
  end
  else begin
    let mf = List.map lit m.fairness in
    let fl = fairness_of mf property in
    let first = m.maxvar + List.length fl + List.length m.inputs + 1 in
    let next = ref first in
    let gate () =
      match List.map num (words "and") with
      | lhs :: (_ :: _ as args) when lhs = 2 * !next -> incr next; List.map lit args
      | _ -> reject "a gate"
    in
    let gates = times (num (one "gates")) gate in
    let first_saved = !next in
    (* "saved ..", the saved values and flags, "relations n", and where the gates of the flags will be *)
    let memory =
      if version = [ "1" ] || peek () <> "saved" then None
      else begin
        let saved = List.map (fun t -> lit (num t)) (words "saved") in
        List.iter (fun (v, _) -> if v >= first_saved then reject "a saved state literal") saved;
        next := first_saved + List.length saved + List.length fl;
        let relations = times (num (one "relations")) gate in
        let constraints = if a.constraints = [] then 0 else 1 in
        Some (relations, { m_first = first_saved; m_saved = saved; m_raised = !next + constraints })
      end
    in
    let first_internal = !next in
    (* a literal below a bound: predicates are no relations, and neither are gates of the validator *)
    let below bound n = if n / 2 < bound then lit n else reject "a state literal" in
    let lit = below first_saved in
    let invariant = lit (num (one "invariant")) in
    let entry key () =
      match List.map num (words key) with
      | g :: cube -> { entry_guard = lit g; entry_cube = List.map lit cube }
      | [] -> reject key
    in
    let root =
      match goal_of a mf property holds with GoalHolds v | GoalFails v -> Some v | GoalBad _ -> None
    in
    let nodes = match root with Some v -> Array.of_list (post_order v []) | None -> [||] in
    let node v = if v < Array.length nodes then nodes.(Array.length nodes - 1 - v) else reject "a node" in
    let fair = function
      | "fair" :: j -> List.map num j
      | _ -> reject "fair"
    in
    let block () =
      match List.map num (words "block") with
      | [ g; steps ] ->
          let step () =
            match peek () with
            | "wall" -> CWall (lit (num (one "wall")))
            | "dead" -> CDead (lit (num (one "dead")))
            | "unborn" -> CUnborn (lit (num (one "unborn")))
            | "side" -> (match words "side" with w :: rest -> CSide (lit (num w), fair rest) | [] -> reject "side")
            | _ -> reject "a step of a block"
          in
          let steps = times steps step in
          (match memory with
          | Some (_, m) when peek () = "loop" ->
              let v = below first_internal (num (one "loop")) in
              { cb_G = lit g; cb_steps = steps; cb_end = []; cb_loop = Some (m, v) }
          | _ -> { cb_G = lit g; cb_steps = steps; cb_end = fair (words "end"); cb_loop = None })
      | _ -> reject "block"
    in
    let lasso () =
      let steps = times (num (one "lasso")) (entry "step") in
      { cl_steps = steps; cl_at = (if fl = [] then [] else List.map num (words "at")) }
    in
    let region () =
      match List.map num (words "region") with
      | [ k; n ] ->
          let choices = times n (entry "choice") in
          let cover j =
            match List.map num (words "cover") with
            | [ j'; n ] when j' = j -> times n (entry "rank")
            | _ -> reject "cover"
          in
          { cr_K = lit k; cr_choices = choices; cr_cover = List.init (List.length fl) cover }
      | _ -> reject "region"
    in
    let last = ref (Array.length nodes, false) in
    (* facts in strictly decreasing order of nodes, upper before lower *)
    let in_order v upper =
      if v > fst !last || (v = fst !last && ((not (snd !last)) || upper)) then reject "facts out of order";
      last := (v, upper)
    in
    let fact () =
      let key = peek () in
      match (key, List.map num (words key)) with
      | "upper", [ v; q ] -> in_order v true; { cf_node = node v; cf_rule = CUpper (lit q) }
      | "upper-eg", [ v; n ] -> in_order v true; { cf_node = node v; cf_rule = CUpperEG (times n block) }
      | "lower-ex", [ v; q; n ] ->
          in_order v false;
          { cf_node = node v; cf_rule = CLowerEX (lit q, times n (entry "choice")) }
      | "lower-eu", [ v; n ] -> in_order v false; { cf_node = node v; cf_rule = CLowerEU (times n (entry "rank")) }
      | "lower-eg", [ v; lassos; regions; n ] ->
          in_order v false;
          let lassos = times lassos lasso in
          let region = if regions = 1 then Some (region ()) else if regions = 0 then None else reject "regions" in
          { cf_node = node v; cf_rule = CLowerEG (lassos, region, times n (entry "rank")) }
      | _ -> reject "a fact"
    in
    let facts = times (num (one "facts")) fact in
    let initial =
      if holds then None
      else
        let b = bits (one "initial") in
        let n = List.length m.latches in
        Some (List.filteri (fun k _ -> k < n) b, List.filteri (fun k _ -> k >= n) b)
    in
    let cnf_lit n = (abs n, n > 0) in
    let proof_line s =
      let int t =
        if t = "-0" then reject "a signed zero";
        if t <> "" && t.[0] = '-' then -num (String.sub t 1 (String.length t - 1)) else num t
      in
      let id n = if n > 0 then n else reject "an id" in
      match String.split_on_char ' ' s with
      | first :: "d" :: rest -> (
          ignore (num first);
          match List.rev_map int rest with 0 :: ids -> Delete (List.rev_map id ids) | _ -> reject "a deletion")
      | first :: rest ->
          let rec split acc = function
            | 0 :: rest -> (List.rev acc, rest)
            | x :: rest -> split (x :: acc) rest
            | [] -> reject "a clause without its 0"
          in
          let clause, rest = split [] (List.map int rest) in
          let hints, rest = split [] rest in
          if rest <> [] then reject "text behind the hints";
          Add (id (int first), List.map cnf_lit clause, List.map id hints)
      | [] -> reject "a proof"
    in
    let proved = peek () = "proofs" in
    let proofs =
      if not proved then []
      else
        let proof k =
          match List.map num (words "proof") with
          | [ k'; n ] when k' = k -> times n (fun () -> proof_line (line ()))
          | _ -> reject "proof"
        in
        List.init (num (one "proofs")) proof
    in
    if line () <> "end" || !lines <> [ "" ] then reject "text behind the end";
    let cc_memory = Option.map (fun (relations, m) -> { cm_saved = m.m_saved; cm_relations = relations }) memory in
    let c = { cc_gates = gates; cc_memory; cc_R = invariant; cc_facts = facts } in
    { property; holds; evidence = EFacts (c, proofs, initial); proved }
  end

(* --- CNFs --- *)

let write_cnf path variables cnf =
  let out = open_out_bin path in
  Printf.fprintf out "p cnf %d %d\n" variables (List.length cnf);
  List.iter
    (fun clause ->
      List.iter (fun (v, positive) -> Printf.fprintf out "%s%d " (if positive then "" else "-") v) clause;
      output_string out "0\n")
    cnf;
  close_out out

(* Writes the CNFs, if asked to; says whether the evaluation of [initial], if there is one, succeeds. *)
let write_cnfs folder a mf certificate =
  match certificate.evidence with
  | ETrace _ -> true
  | EFacts (c, _, initial) -> (
      let obs = observed_by a mf certificate.property and fl = fairness_of mf certificate.property in
      match write_certificate a obs fl c (goal_of a mf certificate.property certificate.holds) with
      | None -> reject "the facts do not fit"
      | Some ((bound, more), obligations) ->
          let gates = all_gates a more in
          let write folder k o =
            let frame = frame_of a obs fl o in
            match cnf_of gates frame o with
            | None -> reject "an obligation without a CNF"
            | Some cnf ->
                let variables = List.length (variables gates frame o) in
                write_cnf (Filename.concat folder (Printf.sprintf "%03d.cnf" k)) variables cnf
          in
          Option.iter (fun folder -> List.iteri (write folder) obligations) folder;
          match initial with
          | Some (latches, observed) -> initial_outside a obs fl more bound latches observed
          | None -> true)

(* --- The program --- *)

let run model certificate cnfs =
  let m = read_model model in
  let a = aiger m and mf = List.map lit m.fairness in
  let c = read_certificate m a certificate in
  if not (write_cnfs cnfs a mf c) then reject "the initial state is not initial, or not outside the bound of the formula";
  if not c.proved then begin
    print_endline "unproved: the certificate carries no proofs";
    3
  end
  else if validate a mf c.property c.holds c.evidence then begin
    print_endline (if c.holds then "accepted: holds" else "accepted: fails");
    0
  end
  else begin
    print_endline "rejected";
    1
  end

let () =
  let status =
    try
      match Array.to_list Sys.argv with
      | [ _; model; certificate ] -> run model certificate None
      | [ _; model; certificate; "--cnfs"; folder ] -> run model certificate (Some folder)
      | _ -> prerr_endline "usage: proved-validate MODEL CERTIFICATE [--cnfs FOLDER]"; 2
    with
    | Bad_model text -> prerr_endline ("model: " ^ text); 2
    | Bad_certificate text -> print_endline ("rejected: " ^ text); 1
    | Sys_error text -> prerr_endline text; 2
    | Invalid_argument text | Failure text -> print_endline ("rejected: " ^ text); 1
  in
  exit status
