{$mode objfpc}{$H+}
uses SysUtils;

function Show(const Numbers: TIntegerArray): string;
var
  Number: Integer;
begin
  Result := '';
  for Number in Numbers do
    Result := Result + ', ' + IntToStr(Number);
  Result := '[' + Copy(Result, 3, Length(Result)) + ']';
end;

procedure TestInput(const Numbers: TIntegerArray; Limit: Integer);
begin
  WriteLn(Show(Numbers), ' ', Limit, ' -> ', Show(RunningTotals(Numbers, Limit)));
end;

begin
  TestInput([3, 4, 5], 6);
  TestInput([10, -4, 2], 5);
  TestInput([5, 5, 5], 5);
end.
