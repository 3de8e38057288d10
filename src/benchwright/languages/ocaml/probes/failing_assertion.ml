let () = print_endline "before"
let () = assert (1 + 1 = 3)
