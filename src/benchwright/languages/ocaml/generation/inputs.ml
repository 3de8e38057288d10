let show numbers = "[" ^ String.concat ", " (List.map string_of_int numbers) ^ "]"

let test_input numbers limit =
  Printf.printf "%s %d -> %s\n" (show numbers) limit (show (running_totals numbers limit))

let () =
  test_input [3; 4; 5] 6;
  test_input [10; -4; 2] 5;
  test_input [5; 5; 5] 5
