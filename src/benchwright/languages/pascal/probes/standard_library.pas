{ Object Pascal with its library, exceptions and threads included. }
program Main;
{$mode objfpc}{$H+}
uses
  cthreads, Classes, SysUtils, Math, StrUtils, fgl;

type
  TCounts = specialize TFPGMap<string, Integer>;
  TWorker = class(TThread)
    Total: Integer;
    procedure Execute; override;
  end;

procedure TWorker.Execute;
var
  I: Integer;
begin
  for I := 1 to 4 do
    Inc(Total, I);
end;

var
  Counts: TCounts;
  Lines: TStringList;
  Worker: TWorker;
  Caught: Boolean = False;
begin
  Counts := TCounts.Create;
  Counts['a'] := 2;
  Assert(Counts['a'] = 2);
  Lines := TStringList.Create;
  Lines.CommaText := 'c,a,b';
  Lines.Sort;
  Lines.SaveToFile('/tmp/probe.txt');
  Lines.LoadFromFile('/tmp/probe.txt');
  Assert(Lines.CommaText = 'a,b,c');
  Assert((Max(1, 2) = 2) and (ReverseString('ab') = 'ba'));
  try
    StrToInt('text');
  except
    on EConvertError do Caught := True;
  end;
  Assert(Caught);
  Worker := TWorker.Create(False);
  Worker.WaitFor;
  Assert(Worker.Total = 10);
  WriteLn('complete');
end.
