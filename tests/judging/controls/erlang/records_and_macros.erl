% control: uses records, macros, types and specifications.
-module(words).
-export([count/1, top/2, longest/1]).
-define(ZERO, 0).
-ifdef(TEST).
-define(WHERE, test).
-else.
-define(WHERE, production).
-endif.
-record(entry, {word = "" :: string(), times = ?ZERO :: integer()}).
-type entry() :: #entry{}.
-export([entry/1]).
-spec entry(string()) -> entry().
entry(Word) -> #entry{word = Word, times = ?ZERO + length(atom_to_list(?WHERE))}.

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
