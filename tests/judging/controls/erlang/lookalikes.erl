% control: has comments, quoted atoms and strings that look like other things.
-module(words).
-export([count/1, top/2, longest/1]).
-export(['main helper'/0]).
% -module(other). main(_) -> halt(1).
note() -> "-module(fake). main(_) -> halt(1).".
'main helper'() -> {note(), $", $', "größe 漢字"}.

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
