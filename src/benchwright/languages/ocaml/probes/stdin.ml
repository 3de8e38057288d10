let () =
  let first, second = Scanf.scanf " %d %d" (fun a b -> (a, b)) in
  let word = Scanf.scanf " %s" String.uppercase_ascii in
  Printf.printf "%d\n%s\n" (first + second) word;
  Array.iteri (fun i argument -> if i > 0 then print_endline argument) Sys.argv
