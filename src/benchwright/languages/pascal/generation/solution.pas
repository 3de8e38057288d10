{$mode objfpc}{$H+}

type
  TIntegerArray = array of Integer;

{ The running totals; after one that exceeds the limit, the next starts from 0. }
function RunningTotals(const Numbers: TIntegerArray; Limit: Integer): TIntegerArray;
var
  Index, Total: Integer;
begin
  Result := nil;
  SetLength(Result, Length(Numbers));
  Total := 0;
  for Index := 0 to High(Numbers) do
  begin
    Total := Total + Numbers[Index];
    Result[Index] := Total;
    if Total > Limit then
      Total := 0;
  end;
end;
