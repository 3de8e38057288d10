-module(totals_inputs).
-export([main/0]).

test_input(Numbers, Limit) ->
    io:format("~w ~w -> ~w~n", [Numbers, Limit, totals:running_totals(Numbers, Limit)]).

main() ->
    test_input([3, 4, 5], 6),
    test_input([10, -4, 2], 5),
    test_input([5, 5, 5], 5).
