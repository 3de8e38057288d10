# 1 "driver.ml"
let () =
  let before = !Benchwright_driver.failure in
  Benchwright_driver.failure := function
    | Alcotest_engine__Core.Check_error message -> Some (String.trim (Fmt.str "%a" message ()))
    | error -> before error

module Benchwright_alcotest_run = struct
  let noted_case group (name, speed, test) =
    name, speed, Benchwright_driver.noted (group ^ " > " ^ name) (fun _ -> false) test

  let noted (group, cases) = group, List.map (noted_case group) cases

  (* The output of the tests is shown, not written to files. *)
  let run ?(and_exit = true) ?verbose:_ ?compact ?tail_errors:_ ?quick_only ?show_errors ?json ?filter ?log_dir:_ ?bail
      ?record_backtrace:_ ?argv:_ name tests =
    Benchwright_driver.start ();
    let arguments = [| "tests" |] and tests = List.map noted tests in
    match
      Alcotest.run ~and_exit:false ~verbose:true ?compact ?quick_only ?show_errors ?json ?filter ?bail ~argv:arguments
        name tests
    with
    | () -> ()
    | exception Alcotest.Test_error when and_exit -> Benchwright_driver.exit_of_tests 1
end

module Benchwright_alcotest = struct
  module Alcotest = struct
    include Alcotest

    let run = Benchwright_alcotest_run.run
  end
end
