#!/usr/bin/env escript
%%! -sname none
main(_) -> io:format("script~n").
