-module(stdin).
-export([main/1]).

main(Arguments) ->
    {ok, [A, B]} = io:fread("", "~d ~d"),
    io:format("~b~n", [A + B]),
    Line = string:trim(io:get_line("")),
    io:format("~ts~n", [string:uppercase(Line)]),
    [io:format("~ts~n", [Argument]) || Argument <- Arguments].
