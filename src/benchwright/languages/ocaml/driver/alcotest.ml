# 1 "driver.ml"
let () =
  let before = !Benchwright_driver.is_failure in
  Benchwright_driver.is_failure := fun error ->
    before error || match error with Alcotest_engine__Core.Check_error _ -> true | _ -> false

module Alcotest = struct
  include Alcotest

  let noted_case group (name, speed, test) =
    name, speed, Benchwright_driver.noted (group ^ " > " ^ name) (fun _ -> false) test

  let noted_test (group, cases) = group, List.map (noted_case group) cases

  (* The output of the tests is shown, not written to files. *)
  let run_noted and_exit act =
    Benchwright_driver.start ();
    match act () with
    | () -> ()
    | exception Test_error when and_exit -> Benchwright_driver.exit_of_tests 1

  let run ?(and_exit = true) ?verbose:_ ?compact ?tail_errors:_ ?quick_only ?show_errors ?json ?filter ?log_dir:_ ?bail
      ?record_backtrace:_ ?argv:_ name tests =
    run_noted and_exit (fun () ->
      run ~and_exit:false ~verbose:true ?compact ?quick_only ?show_errors ?json ?filter ?bail ~argv:[| "tests" |] name
        (List.map noted_test tests))
end
