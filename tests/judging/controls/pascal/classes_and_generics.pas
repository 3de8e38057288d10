// control: is made of classes, records, generics and operators.
{$mode objfpc}{$H+}
uses SysUtils, fgl;

type
  TShape = class;
  TShapeClass = class of TShape;
  ETime = class(EConvertError);
  TPair = record
    First, Second: Integer;
    case Boolean of
      True: (Whole: Integer);
  end;
  TShape = class(TObject)
  private
    FSize: Integer;
    class var Count: Integer;
  public
    procedure Check;
    class function Make: TShape; static;
    property Size: Integer read FSize;
  end;
  TNumbers = specialize TFPGList<Integer>;

operator + (const A, B: TPair): TPair;
begin
  Result.First := A.First + B.First;
  Result.Second := A.Second + B.Second;
end;

procedure TShape.Check;
begin
  Assert(FSize >= 0);
end;

class function TShape.Make: TShape;
begin
  Result := TShape.Create;
  Inc(Count);
end;

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
  TShape.Make.Check;
  Total := ((Total mod 1440) + 1440) mod 1440;
  Result := Format('%.2d:%.2d', [Total div 60, Total mod 60]);
end;

function Between(const First, Last: string): Integer;
begin
  Result := (Minutes(Last) - Minutes(First) + 1440) mod 1440;
end;
