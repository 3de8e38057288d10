{ Runs the tests of a joined program and reports on the proof pipe. The protocol is described in
  benchwright/languages/join.py. Compiled once for each toolchain. }
unit benchwright_driver;

{$mode objfpc}{$H+}

interface

procedure Run(Tests: Pointer; Executed: LongInt);
procedure Check(Line: LongInt; Condition: Boolean; const Message: AnsiString = '');
procedure HaltOfTests(Line: LongInt; Status: LongInt = 0);
function RaisedByTests(Line: LongInt; Error: TObject): TObject;

implementation

uses
  BaseUnix, StrUtils, SysUtils;

const
  TestsFile = 'tests.inc';
  DuplicateCloseOnExec = 1030;
  MostCharacters = 200;

var
  Nonce: AnsiString;
  PipeEnd, OwnPid: LongInt;
  { What the tests' own text raised last, and its place. }
  Raised: TObject;
  RaisedMessage: AnsiString;
  RaisedLine: LongInt;

procedure Send(const Fields: array of AnsiString);
var
  Line: AnsiString;
  I, J: Integer;
begin
  Line := Nonce;
  for I := 0 to High(Fields) do
  begin
    Line := Line + #9;
    for J := 1 to Length(Fields[I]) do
    begin
      if J > MostCharacters then
        Break;
      if Fields[I][J] < ' ' then
        Line := Line + ' '
      else
        Line := Line + Fields[I][J];
    end;
  end;
  Line := Line + #10;
  { A forked copy of the tests must not report. }
  if FpGetPid = OwnPid then
    FpWrite(PipeEnd, PChar(Line), Length(Line));
end;

procedure SendEnd(Executed: LongInt);
begin
  Send(['end', IntToStr(Executed), '0', '0']);
end;

function PlaceInTests(Line: LongInt): AnsiString;
begin
  Result := TestsFile + ':' + IntToStr(Line);
end;

{ The file and line that a text names: "$00401234  MAIN,  line 4 of tests.inc", "No (tests.inc, line 4)". }
function PlaceIn(Text: AnsiString; Assertion: Boolean): AnsiString;
var
  At: SizeInt;
begin
  Result := '';
  At := RPos(' line ', Text);
  if At = 0 then
    Exit;
  if Assertion then
    Exit(Copy(Text, RPos('(', Text) + 1, At - RPos('(', Text) - 2) + ':' + Copy(Text, At + 6, Length(Text) - At - 6));
  Delete(Text, 1, At + 5);
  At := Pos(' of ', Text);
  if At > 0 then
    Result := ExtractFileName(Trim(Copy(Text, At + 4, Length(Text)))) + ':' + Copy(Text, 1, At - 1);
end;

{ The innermost place whose line is known; those in the library are not. }
function PlaceOf(Error: TObject): AnsiString;
var
  I: LongInt;
  Frames: PCodePointer;
begin
  { The frame of a short function may be missing. }
  if Error is EAssertionFailed then
    Exit(PlaceIn(Exception(Error).Message, True));
  Result := PlaceIn(BackTraceStrFunc(ExceptAddr), False);
  Frames := ExceptFrames;
  I := 0;
  while (I < ExceptFrameCount) and (Result = '') do
  begin
    Result := PlaceIn(BackTraceStrFunc(Frames[I]), False);
    Inc(I);
  end;
end;

function MessageOf(Error: TObject): AnsiString;
begin
  Result := '';
  if Error is Exception then
    Result := Exception(Error).Message;
end;

procedure ReportError(Error: TObject);
var
  Message: AnsiString;
begin
  Message := MessageOf(Error);
  { An object may have the address of another that was freed. }
  if (Error = Raised) and (Message = RaisedMessage) then
    Send(['fail', 'assertion', Error.ClassName, PlaceInTests(RaisedLine), Message])
  else
    Send(['fail', 'error', Error.ClassName, PlaceOf(Error), Message]);
  WriteLn(StdErr, 'An unhandled exception occurred: ', Error.ClassName, ': ', Message);
end;

procedure Run(Tests: Pointer; Executed: LongInt);
begin
  try
    TProcedure(Tests)();
  except
    on Error: TObject do
    begin
      ReportError(Error);
      Halt(217);
    end;
  end;
  if ExitCode <> 0 then
    Send(['fail', 'exit', 'ExitCode', '', 'the tests set another status than 0'])
  else
    SendEnd(Executed);
  Halt(ExitCode);
end;

{ Replaces `Assert` in the tests' text: no switch and no other routine of that name can disable it. }
procedure Check(Line: LongInt; Condition: Boolean; const Message: AnsiString = '');
var
  Text: AnsiString;
begin
  if Condition then
    Exit;
  Text := Message;
  if Text = '' then
    Text := 'Assertion failed';
  raise RaisedByTests(Line, EAssertionFailed.CreateFmt('%s (%s, line %d)', [Text, TestsFile, Line]));
end;

{ The tests exit the program: status 0 means that they are complete. }
procedure HaltOfTests(Line: LongInt; Status: LongInt = 0);
begin
  if Status = 0 then
    SendEnd(1)
  else
    Send(['fail', 'exit', 'Halt', PlaceInTests(Line), '']);
  Halt(Status);
end;

function RaisedByTests(Line: LongInt; Error: TObject): TObject;
begin
  Raised := Error;
  RaisedMessage := MessageOf(Error);
  RaisedLine := Line;
  Result := Error;
end;

procedure TakeNonce;
var
  Data: array[0..63] of Char;
  Size: TSsize;
begin
  Size := FpRead(3, @Data, SizeOf(Data));
  if Size > 0 then
    SetString(Nonce, PChar(@Data), Size);
  FpClose(3);
  PipeEnd := FpFcntl(4, DuplicateCloseOnExec, 60);
  FpClose(4);
  OwnPid := FpGetPid;
end;

initialization
  TakeNonce;
end.
