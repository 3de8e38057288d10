# 1 "driver.ml"
module Benchwright_driver = struct
  external fail : string -> string -> string -> string -> unit = "benchwright_fail" [@@noalloc]
  external send_end : unit -> unit = "benchwright_end" [@@noalloc]

  external send_unit : string -> string -> string -> string -> (int[@untagged]) = "unused" "benchwright_unit"
    [@@noalloc]

  external send_end_of : (int[@untagged]) -> (int[@untagged]) -> (int[@untagged]) -> (int[@untagged])
    = "unused" "benchwright_end_of"
    [@@noalloc]

  let () = Printexc.record_backtrace true

  (* File and line of each call, innermost first. *)
  let places backtrace =
    let place slot =
      match Printexc.Slot.location slot with
      | Some { Printexc.filename; line_number; _ } -> [ (filename, line_number) ]
      | None -> []
    in
    match Printexc.backtrace_slots backtrace with
    | Some slots -> List.concat_map place (Array.to_list slots)
    | None -> []

  let is_user (file, _) = file = "solution.ml" || file = "tests.ml"

  let text = function Some (file, line) -> file ^ ":" ^ string_of_int line | None -> ""

  (* Whether the tests' own text raised it: directly or through `failwith`, which is in stdlib.ml. *)
  let is_check error calls =
    match (error, calls) with
    | (Division_by_zero | Invalid_argument _ | Match_failure _ | Stack_overflow | Out_of_memory), _ -> false
    | _, (("tests.ml" | "driver.ml"), _) :: _ -> true
    | Failure _, ("stdlib.ml", _) :: rest ->
      (match List.find_opt is_user rest with Some ("tests.ml", _) -> true | _ -> false)
    | _ -> false

  let leave = exit

  type outcome = Passed | Skipped | Failed of exn * Printexc.raw_backtrace

  (* The tests that a framework ran so far, the latest first; nothing if none did. *)
  let units = ref None

  let start () = if !units = None then units := Some []

  let note name outcome = units := Some ((name, outcome) :: Option.value !units ~default:[])

  (* The test, which also notes its outcome. *)
  let noted name skips test argument =
    match test argument with
    | value -> note name Passed; value
    | exception error ->
      let backtrace = Printexc.get_raw_backtrace () in
      note name (if skips error then Skipped else Failed (error, backtrace));
      Printexc.raise_with_backtrace error backtrace

  (* The message of an exception by which the framework in use reports a failure. *)
  let failure = ref (fun (_ : exn) -> None)

  let message error = match !failure error with Some message -> message | None -> Printexc.to_string error

  let report error backtrace =
    let calls = places backtrace in
    let name = Printexc.exn_slot_name error and message = message error in
    match error with
    | Assert_failure (file, line, _) ->
      fail (if file = "tests.ml" then "assertion" else "error") name (text (Some (file, line))) message
    | _ ->
      let kind = if !failure error <> None || is_check error calls then "assertion" else "error" in
      fail kind name (text (List.find_opt is_user calls)) message

  let send (name, outcome) =
    ignore
      (match outcome with
       | Passed -> send_unit name "passed" "" ""
       | Skipped -> send_unit name "skipped" "" ""
       | Failed (error, backtrace) ->
         let place = text (List.find_opt is_user (places backtrace)) in
         send_unit name "failed" place (message error))

  (* Reports the tests that a framework ran, and leaves if one of them failed. *)
  let conclude () =
    let all = List.rev (Option.value !units ~default:[]) in
    List.iter send all;
    let failed = function _, Failed (error, backtrace) -> Some (error, backtrace) | _ -> None in
    match List.find_map failed all with
    | Some (error, backtrace) -> report error backtrace; leave 1
    | None -> List.length all, List.length (List.filter (fun (_, outcome) -> outcome = Skipped) all)

  let finish () =
    let count, skipped = conclude () in
    if !units = None then send_end () else ignore (send_end_of count 0 skipped)

  (* `exit` in the tests' text: status 0 means that they are complete. *)
  let exit_of_tests status =
    if status = 0 then finish ()
    else begin
      let calls = places (Printexc.get_callstack 20) in
      ignore (conclude ());
      fail "exit" ("exit " ^ string_of_int status) (text (List.find_opt is_user calls)) ""
    end;
    leave status

  let run tests =
    match tests () with
    | () -> finish ()
    | exception error ->
      let backtrace = Printexc.get_raw_backtrace () in
      ignore (conclude ());
      report error backtrace;
      Printexc.default_uncaught_exception_handler error backtrace;
      leave 2

  (* What the tests rely on, even if the solution redefined these names. *)
  module Restored = struct
    external ( = ) : 'a -> 'a -> bool = "%equal"
    external ( <> ) : 'a -> 'a -> bool = "%notequal"
    external ( < ) : 'a -> 'a -> bool = "%lessthan"
    external ( > ) : 'a -> 'a -> bool = "%greaterthan"
    external ( <= ) : 'a -> 'a -> bool = "%lessequal"
    external ( >= ) : 'a -> 'a -> bool = "%greaterequal"
    external ( == ) : 'a -> 'a -> bool = "%eq"
    external ( != ) : 'a -> 'a -> bool = "%noteq"
    external not : bool -> bool = "%boolnot"
    external ( && ) : bool -> bool -> bool = "%sequand"
    external ( || ) : bool -> bool -> bool = "%sequor"
    external ( -. ) : float -> float -> float = "%subfloat"
    external abs_float : float -> float = "%absfloat"
    external raise : exn -> 'a = "%raise"

    module Float = Stdlib.Float

    let failwith = failwith
    let invalid_arg = invalid_arg
    let exit = exit_of_tests
  end
end
