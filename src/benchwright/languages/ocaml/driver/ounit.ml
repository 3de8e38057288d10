# 1 "driver.ml"
let () =
  let before = !Benchwright_driver.failure in
  Benchwright_driver.failure := function OUnitTest.OUnit_failure message -> Some message | error -> before error

(* Runs the tests in this process, without files. *)
let () =
  let arguments = [| "tests"; "-runner"; "sequential"; "-no-output-file"; "-no-cache-filename" |] in
  OUnitCore.run_test_tt_main_conf := fun ?(preset = []) ?argv:_ specs ->
    OUnitConf.load ~argv:arguments ~preset:(OUnitChooser.preset (OUnitRunner.preset preset)) specs

module Benchwright_ounit_tree = struct
  let is_skip = function OUnitTest.Skip _ | OUnitTest.Todo _ -> true | _ -> false

  (* Indexes name only tests that no label names. *)
  let name path =
    let labels = List.filter_map (function OUnitTest.Label text -> Some text | OUnitTest.ListItem _ -> None) path in
    let last = match List.rev path with OUnitTest.ListItem index :: _ -> [ string_of_int index ] | _ -> [] in
    String.concat " > " (labels @ last)

  let rec noted path = function
    | OUnitTest.TestCase (length, test) ->
      OUnitTest.TestCase (length, Benchwright_driver.noted (name (List.rev path)) is_skip test)
    | OUnitTest.TestLabel (label, test) -> OUnitTest.TestLabel (label, noted (OUnitTest.Label label :: path) test)
    | OUnitTest.TestList tests ->
      OUnitTest.TestList (List.mapi (fun index test -> noted (OUnitTest.ListItem index :: path) test) tests)

  let rec noted_first path = function
    | OUnit.TestCase test -> OUnit.TestCase (Benchwright_driver.noted (name (List.rev path)) is_skip test)
    | OUnit.TestLabel (label, test) -> OUnit.TestLabel (label, noted_first (OUnitTest.Label label :: path) test)
    | OUnit.TestList tests ->
      OUnit.TestList (List.mapi (fun index test -> noted_first (OUnitTest.ListItem index :: path) test) tests)
end

module Benchwright_ounit = struct
  module OUnit2 = struct
    include OUnit2

    let run_test_tt_main ?exit suite =
      let failed = ref false in
      Benchwright_driver.start ();
      run_test_tt_main ~exit:(fun _ -> failed := true) (Benchwright_ounit_tree.noted [] suite);
      if !failed then Option.value exit ~default:Benchwright_driver.exit_of_tests 1
  end

  module OUnit = struct
    include OUnit

    let run_test_tt ?verbose:_ suite =
      Benchwright_driver.start ();
      perform_test ignore (Benchwright_ounit_tree.noted_first [] suite)

    let run_test_tt_main ?arg_specs:_ ?set_verbose:_ suite =
      let results = run_test_tt suite in
      if List.exists (function RFailure _ | RError _ -> true | _ -> false) results then
        Benchwright_driver.exit_of_tests 1;
      results
  end
end
