%% Programs without tests: compiles them, and runs their entry point as escript does.
-module(benchwright_program).
-export([build/0, run/0]).

-define(ENTRIES, [{main, 1}, {main, 0}, {start, 0}]).

build() ->
    [File] = init:get_plain_arguments(),
    try
        Forms = benchwright_forms:parse(File),
        {Module, _} = Program = benchwright_forms:compile(named(Forms)),
        Entries = [Entry || Entry <- ?ENTRIES, lists:member(Entry, benchwright_forms:functions(Forms))],
        ok = file:write_file(".program", term_to_binary({Program, Module, Entries})),
        halt(0)
    catch
        throw:{syntax, Place, Message} ->
            io:format(standard_error, "~ts: ~ts~n", [Place, Message]),
            halt(1)
    end.

named(Forms) ->
    case [found || {attribute, _, module, _} <- Forms] of
        [] -> [{attribute, 1, module, main} | Forms];
        _ -> Forms
    end.

run() ->
    io:setopts([{encoding, unicode}]),
    {{Module, Code}, Module, Entries} = binary_to_term(benchwright_report:read(".program")),
    spawn(fun() -> ended(catch_all(Module, Code, Entries)) end).

catch_all(Module, Code, Entries) ->
    try
        {module, Module} = code:load_binary(Module, atom_to_list(Module), Code),
        case Entries of
            [{Name, 1} | _] -> Module:Name(init:get_plain_arguments());
            [{Name, 0} | _] -> Module:Name();
            [] -> erlang:error(no_entry)
        end,
        0
    catch
        exit:normal -> 0;
        Class:Reason:Stack ->
            io:format(standard_error, "~tp: ~tP~n~tP~n", [Class, Reason, 50, Stack, 50]),
            1
    end.

ended(Status) ->
    halt(Status).
