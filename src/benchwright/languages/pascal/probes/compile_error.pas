var
  N: Integer;
begin
  N := 'text';
end.
