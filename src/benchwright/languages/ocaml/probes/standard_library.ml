(* The library with its further parts: Unix, threads and regular expressions. *)
module Table = Map.Make (String)

let () =
  let table = Table.add "one" 1 Table.empty in
  assert (Table.find_opt "one" table = Some 1);
  let count = ref 0 and lock = Mutex.create () in
  let work () = Mutex.lock lock; incr count; Mutex.unlock lock in
  List.iter Thread.join (List.init 4 (fun _ -> Thread.create work ()));
  assert (!count = 4);
  assert (Str.split (Str.regexp " +") "a  b" = [ "a"; "b" ]);
  (match Unix.fork () with
   | 0 -> Unix._exit 3
   | child -> assert (snd (Unix.waitpid [] child) = Unix.WEXITED 3));
  match List.find (fun n -> n > 4) [ 1; 2 ] with
  | _ -> exit 1
  | exception Not_found -> print_endline "complete"
