program Main;
uses SysUtils;
var
  A, B, I: Integer;
  Line: string;
begin
  ReadLn(A, B);
  ReadLn(Line);
  WriteLn(A + B);
  WriteLn(UpperCase(Line));
  for I := 1 to ParamCount do
    WriteLn(ParamStr(I));
end.
