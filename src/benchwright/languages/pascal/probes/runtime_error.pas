var
  N: Integer;
begin
  N := ParamCount;
  WriteLn(1 div N);
end.
