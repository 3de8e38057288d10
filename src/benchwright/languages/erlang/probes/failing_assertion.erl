-module(failing_assertion).
-export([main/0]).

main() ->
    io:format("before~n"),
    3 = 1 + length([1]),
    io:format("after~n").
