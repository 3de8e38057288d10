uses SysUtils, Math;

procedure Check(const Got, Want: string);
begin
  if Got <> Want then
    raise Exception.CreateFmt('got %s, want %s', [Got, Want]);
end;

function Refused(const Text: string): Boolean;
begin
  Result := False;
  try
    Minutes(Text);
  except
    on EConvertError do Result := True;
  end;
end;

begin
  Assert(Minutes('09:30') = 570);
  Assert(Max(Minutes('00:00'), -1) = 0, 'midnight');
  Assert(Refused('24:61'));
  Check(ClockText(570), '09:30');
  Check(ClockText(-60), '23:00');
  if Between('22:30', '06:00') <> 450 then
    Halt(1);
  WriteLn('all tests passed');
end.
