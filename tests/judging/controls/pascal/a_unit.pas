// control: is a unit with an interface.
unit Times;
{$mode objfpc}{$H+}
interface
uses SysUtils;
function Minutes(const Text: string): Integer;
function ClockText(Total: Integer): string;
function Between(const First, Last: string): Integer;
implementation

function Minutes(const Text: string): Integer;
var
  Hour, Minute: Integer;
begin
  if (Length(Text) <> 5) or (Text[3] <> ':') then
    raise EConvertError.Create('no time: ' + Text);
  Hour := StrToInt(Copy(Text, 1, 2));
  Minute := StrToInt(Copy(Text, 4, 2));
  if (Hour > 23) or (Minute > 59) then
    raise EConvertError.Create('no time: ' + Text);
  Result := Hour * 60 + Minute;
end;

function ClockText(Total: Integer): string;
begin
  Total := ((Total mod 1440) + 1440) mod 1440;
  Result := Format('%.2d:%.2d', [Total div 60, Total mod 60]);
end;

function Between(const First, Last: string): Integer;
begin
  Result := (Minutes(Last) - Minutes(First) + 1440) mod 1440;
end;

end.
