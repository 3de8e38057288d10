;; (*
 * control: prints five megabytes without an end of line, more than is recorded.
 *)
let () = for _ = 1 to 5 do print_string (String.make 1048576 '=') done

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
