begin Halt(3); end.
