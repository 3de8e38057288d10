begin
  WriteLn('before');
  Assert(1 + 1 = 3);
end.
