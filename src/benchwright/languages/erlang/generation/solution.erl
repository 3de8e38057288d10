-module(totals).
-export([running_totals/2]).

%% The running totals; after one that exceeds the limit, the next starts from 0.
running_totals(Numbers, Limit) ->
    {Totals, _} = lists:mapfoldl(fun(Number, Before) -> add(Before + Number, Limit) end, 0, Numbers),
    Totals.

add(Total, Limit) when Total > Limit -> {Total, 0};
add(Total, _) -> {Total, Total}.
