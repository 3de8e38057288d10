{$mode objfpc}{$H+}
uses SysUtils;

procedure Check(const Actual, Expected: TIntegerArray);
var
  Index: Integer;
begin
  Assert(Length(Actual) = Length(Expected), 'another length');
  for Index := 0 to High(Expected) do
    if Actual[Index] <> Expected[Index] then
      raise Exception.CreateFmt('%d instead of %d', [Actual[Index], Expected[Index]]);
end;

begin
  Check(RunningTotals([3, 4, 5], 6), [3, 7, 5]);
  Check(RunningTotals([10, -4, 2], 5), [10, -4, -2]);
  Check(RunningTotals([5, 5, 5], 5), [5, 10, 5]);
end.
