(* The running totals; after one that exceeds the limit, the next starts from 0. *)
let running_totals numbers limit =
  let rec loop before = function
    | [] -> []
    | number :: rest ->
        let total = before + number in
        total :: loop (if total > limit then 0 else total) rest
  in
  loop 0 numbers
