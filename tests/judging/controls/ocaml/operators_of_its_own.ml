;; (*
 * control: redefines operators and library functions for its own use.
 *)
let minutes text =
  let digit i = Char.code text.[i] - Char.code '0' in
  if String.length text <> 5 || text.[2] <> ':' then invalid_arg ("no time: " ^ text);
  let hour = (digit 0 * 10) + digit 1 and minute = (digit 3 * 10) + digit 4 in
  if hour > 23 || minute > 59 then invalid_arg ("no time: " ^ text);
  (hour * 60) + minute

let clock_text total =
  let total = ((total mod 1440) + 1440) mod 1440 in
  Printf.sprintf "%02d:%02d" (total / 60) (total mod 60)

let between first last = (minutes last - minutes first + 1440) mod 1440

type point = { x : int; y : int }
let ( = ) a b = a.x = b.x && a.y = b.y
let failwith number = number + 1
let compare a b = if a = b then 0 else failwith 1
