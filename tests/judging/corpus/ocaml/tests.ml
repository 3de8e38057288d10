let check got want = if got <> want then failwith ("got " ^ got ^ " instead of " ^ want)

let refuses text =
  match minutes text with
  | exception Invalid_argument _ -> true
  | _ -> false

let test_minutes () =
  assert (minutes "09:30" = 570);
  assert (minutes "00:00" = 0);
  assert (refuses "24:61")

let () =
  test_minutes ();
  check (clock_text 570) "09:30";
  check (clock_text (-60)) "23:00"

let () = if between "22:30" "06:00" <> 450 then exit 1
