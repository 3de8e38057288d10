%% Compiles both texts, runs the tests and proves that they ran to completion. Tests that do not name a module are put
%% into the solution's.
-module(benchwright_erlang).
-behaviour(eunit_listener).
-export([start/0, test/2, test/3]).
-export([start/1, init/1, handle_begin/3, handle_end/3, handle_cancel/3, terminate/2]).

-define(REPORT, benchwright_report).
-define(ENTRIES, [{main, 1}, {main, 0}, {test, 0}, {tests, 0}, {run_tests, 0}, {run, 0}, {start, 0}, {test_all, 0}]).
-define(NAMELESS, "^-(.*)/[0-9]+-fun-[0-9]+-$").  % an anonymous function, named after the function that creates it
-define(FRAMEWORK, [
    eunit, eunit_data, eunit_lib, eunit_listener, eunit_proc, eunit_serial, eunit_server, eunit_test
]).

start() ->
    spawn(fun drive/0).

drive() ->
    Secret = ?REPORT:start(),
    try
        Solution = benchwright_forms:parse("solution.erl"),
        Tests = benchwright_forms:parse_after("tests.erl", "solution.erl"),
        ok = file:delete("tests.erl"),
        {Module, Programs} = benchwright_forms:join(Solution, benchwright_forms:own_calls(Tests, Secret)),
        Functions = benchwright_forms:functions(Tests),
        lists:any(fun is_test/1, Functions) andalso keep_framework(),
        [load(Program, Secret) || Program <- Programs],
        run(Module, Functions, Secret),
        ?REPORT:finish(Secret, true)
    catch
        throw:{syntax, Place, Message} ->
            show("~ts: ~ts", [Place, Message]),
            ?REPORT:stop(Secret, {syntax, diagnostics, Place, Message});
        exit:normal:Stack ->
            % An exit without an error completes the tests, if the tests themselves exit.
            case ?REPORT:fault(exit, normal, Stack) of
                {exit, _, _, _} -> ?REPORT:finish(Secret, true);
                Fault -> ?REPORT:stop(Secret, Fault)
            end;
        Class:Reason:Stack ->
            show("~tp: ~tP~n~tP", [Class, Reason, 30, Stack, 30]),
            ?REPORT:stop(Secret, ?REPORT:fault(Class, Reason, Stack))
    end.

load(Forms, Secret) ->
    {Module, Binary} = benchwright_forms:compile(Forms),
    case code:load_binary(Module, atom_to_list(Module), Binary) of
        {module, Module} -> ok;
        {error, Reason} -> ?REPORT:stop(Secret, {error, Reason, "", ?REPORT:printed(Module)})
    end.

show(Format, Values) ->
    try io:format(standard_error, Format ++ "~n", Values) catch _:_ -> ok end.

%% Calls the tests' entry point; if there is none, each of the tests.
run(Module, Functions, Secret) ->
    Units = [Function || {_, 0} = Function <- Functions, is_test(Function)],
    case [Entry || Entry <- ?ENTRIES, lists:member(Entry, Functions)] of
        [{Name, 1} | _] -> Module:Name([]);
        [{Name, 0} | _] -> Module:Name();
        [] when Units =:= [] -> ?REPORT:stop(Secret, {error, no_entry, "", "the tests have no function to start with"});
        [] -> test([unit(Module, Name) || {Name, _} <- Units], Secret)
    end.

%% The framework's modules cannot be replaced once they are loaded from a sticky folder.
keep_framework() ->
    [{module, _} = code:ensure_loaded(Module) || Module <- ?FRAMEWORK],
    ok = code:stick_dir(filename:dirname(code:which(eunit))).

is_test({Name, _}) ->
    Reversed = lists:reverse(atom_to_list(Name)),
    lists:prefix("tset_", Reversed) orelse lists:prefix("_tset_", Reversed).

unit(Module, Name) ->
    case lists:last(atom_to_list(Name)) of
        $_ -> {generator, Module, Name};
        _ -> {Module, Name}
    end.

%% Replaces the tests' calls of eunit.
test(Tests, Secret) ->
    test(Tests, [], Secret).

test(Tests, _Options, Secret) ->
    eunit:test(Tests, [no_tty, {report, {?MODULE, [{secret, Secret}]}}]).

%% The listener.
start(Options) ->
    eunit_listener:start(?MODULE, Options).

init(Options) ->
    process_flag(sensitive, true),
    receive {start, _Reference} -> {proplists:get_value(secret, Options), #{}} end.

handle_begin(_, _, State) ->
    State.

handle_end(group, _, State) ->
    State;
handle_end(test, Data, {Secret, Seen}) ->
    {Name, Now} = name(Data, Seen),
    case proplists:get_value(status, Data) of
        ok -> ?REPORT:tell(Secret, {unit, Name, passed});
        {skipped, _} -> ?REPORT:tell(Secret, {unit, Name, skipped});
        {error, Error} -> ?REPORT:tell(Secret, {unit, Name, failed, failed(Name, Error)})
    end,
    {Secret, Now}.

handle_cancel(_, Data, {Secret, Seen}) ->
    case proplists:get_value(reason, Data) of
        undefined -> {Secret, Seen};
        Reason ->
            {Name, Now} = name(Data, Seen),
            ?REPORT:tell(Secret, {unit, Name, failed, failed(Name, cause(Reason))}),
            {Secret, Now}
    end.

terminate(_, _) ->
    ok.

cause({abort, {_, Error}}) -> Error;
cause(Reason) -> Reason.

failed(Name, {Class, Reason, Stack}) when is_list(Stack) ->
    show("~ts: ~tp: ~tP~n~tP", [Name, Class, Reason, 30, Stack, 30]),
    ?REPORT:fault(Class, Reason, Stack);
failed(Name, Reason) ->
    show("~ts: ~tP", [Name, Reason, 30]),
    ?REPORT:fault(exit, Reason, []).

%% Generators create several tests with the same name: they are numbered.
name(Data, Seen) ->
    Base = case proplists:get_value(source, Data) of
        {Module, Function, _} -> [atom_to_list(Module), $:, re:replace(atom_to_list(Function), ?NAMELESS, "\\1")];
        _ -> "group"
    end,
    Texts = [[$\s, Text] || Text <- [proplists:get_value(desc, Data)], is_description(Text)],
    Full = unicode:characters_to_list([Base, Texts]),
    Count = maps:get(Full, Seen, 0) + 1,
    {Full ++ [[$\s, integer_to_list(Count)] || Count > 1], Seen#{Full => Count}}.

is_description(Text) ->
    is_binary(Text) orelse (is_list(Text) andalso Text =/= []).
