-module(totals_tests).
-include_lib("eunit/include/eunit.hrl").

above_the_limit_test() ->
    ?assertEqual([3, 7, 5], totals:running_totals([3, 4, 5], 6)),
    ?assertEqual([10, -4, -2], totals:running_totals([10, -4, 2], 5)).

at_the_limit_test() ->
    ?assertEqual([5, 10, 5], totals:running_totals([5, 5, 5], 5)).
