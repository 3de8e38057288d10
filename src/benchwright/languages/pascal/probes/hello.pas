begin WriteLn('hello'); end.
