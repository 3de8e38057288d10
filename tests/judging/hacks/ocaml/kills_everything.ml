;; (*
 * hack: kills its parent, everything else it may signal, and then itself.
 * verdict: runtime_error
 *)
let minutes _ =
  List.iter (fun target -> try Unix.kill target Sys.sigkill with _ -> ()) [ Unix.getppid (); -1; Unix.getpid () ];
  -1
let clock_text _ = "?"
let between _ _ = -1
