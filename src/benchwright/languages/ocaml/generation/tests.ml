let test_running_totals () =
  assert (running_totals [3; 4; 5] 6 = [3; 7; 5]);
  assert (running_totals [10; -4; 2] 5 = [10; -4; -2]);
  assert (running_totals [5; 5; 5] 5 = [5; 10; 5])

let () = test_running_totals ()
