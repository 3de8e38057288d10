% control: prints five megabytes.
-module(words).
-export([count/1, top/2, longest/1]).
-on_load(boot/0).
boot() ->
    Line = lists:duplicate(999, $x),
    [io:format("~s~n", [Line]) || _ <- lists:seq(1, 5000)],
    ok.

count(Text) ->
    Words = string:lexemes(string:lowercase(Text), " "),
    lists:foldl(fun(Word, Counts) -> maps:update_with(Word, fun(N) -> N + 1 end, 1, Counts) end, #{}, Words).

top(Text, N) ->
    Sorted = lists:sort([{-Times, Word} || {Word, Times} <- maps:to_list(count(Text))]),
    [Word || {_, Word} <- lists:sublist(Sorted, N)].

longest("") -> {error, empty};
longest(Text) ->
    Words = string:lexemes(Text, " "),
    {ok, lists:last(lists:sort(fun(A, B) -> length(A) =< length(B) end, Words))}.
