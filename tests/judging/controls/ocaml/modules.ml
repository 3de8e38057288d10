;; (*
 * control: defines functors, objects, exceptions and types with names of the library.
 *)
module type SHOWN = sig
  type t
  val show : t -> string
end

module Shown (S : SHOWN) = struct
  let twice x = S.show x ^ S.show x
end

module Times = Shown (struct type t = int let show = string_of_int end)

type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree
class counter = object val mutable n = 0 method next = n <- n + 1; n end
let next = let c = new counter in fun () -> c#next

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
