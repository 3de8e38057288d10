-module(processes).
-export([main/0]).

main() ->
    Parent = self(),
    [spawn(fun() -> Parent ! N end) || N <- lists:seq(1, 10000)],
    Received = [receive N -> N end || N <- lists:seq(1, 10000)],
    io:format("~b processes~n", [length(Received)]).
