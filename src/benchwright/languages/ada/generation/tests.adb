with Ada.Assertions; use Ada.Assertions;
with Totals;         use Totals;

procedure Test_Totals is
begin
   Assert (Running_Totals ((3, 4, 5), 6) = (3, 7, 5), "an exceeding total");
   Assert (Running_Totals ((10, -4, 2), 5) = (10, -4, -2), "negative numbers");
   Assert (Running_Totals ((5, 5, 5), 5) = (5, 10, 5), "a total at the limit");
end Test_Totals;
