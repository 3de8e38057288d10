%% Reports to the judge, for the languages of this virtual machine. The protocol is described in
%% benchwright/languages/join.py.
%%
%% Only one process knows the nonce and writes; it can be neither traced nor inspected. It accepts messages only with a
%% secret that is generated for each run.
-module(benchwright_report).
-export([start/0, read/1, tell/2, fault/3, finish/2, stop/2, halt/1, halt/2, printed/1]).

-compile({no_auto_import, [halt/1, halt/2]}).

-define(MOST_UNITS, 200).
-define(MOST_CHARACTERS, 200).

%% Errors that the machine raises itself if the text asks for something impossible. Anything else whose innermost
%% line is in the tests is a failed check.
-define(MACHINE_ERRORS, [
    badarith, badarg, badmap, badkey, badfun, badarity, badrecord, badbool, undef, noproc, system_limit,
    'Elixir.ArithmeticError', 'Elixir.BadMapError', 'Elixir.KeyError', 'Elixir.BadFunctionError',
    'Elixir.BadArityError', 'Elixir.BadBooleanError', 'Elixir.BadStructError', 'Elixir.UndefinedFunctionError',
    'Elixir.SystemLimitError', 'Elixir.ArgumentError', 'Elixir.Protocol.UndefinedError'
]).

%% Reads the nonce before any code of the solution runs, and returns the secret.
start() ->
    Caller = self(),
    process_flag(sensitive, true),
    register(?MODULE, spawn(fun() -> serve(Caller) end)),
    receive {?MODULE, Secret} -> Secret end.

%% The bytes of a file.
read(Name) ->
    {ok, File} = file:open(Name, [read, raw, binary]),
    Bytes = read(File, []),
    ok = file:close(File),
    Bytes.

read(File, Before) ->
    case file:read(File, 65536) of
        {ok, Bytes} -> read(File, [Before, Bytes]);
        eof -> iolist_to_binary(Before)
    end.

%% Accepted reports: {unit, Name, passed | skipped}, {unit, Name, failed, Fault}, {fault, Fault}.
tell(Secret, What) ->
    send({Secret, What}).

%% The tests ran to completion; Text says whether there were any besides the units. Does not return.
finish(Secret, Text) ->
    send({Secret, {finish, Text}}),
    wait().

%% They did not. Does not return.
stop(Secret, Fault) ->
    send({Secret, {stop, Fault}}),
    wait().

%% The tests' own text exits the program, at a place that may no longer be on its stack.
halt(Own) ->
    halt(0, Own).

halt(Status, {Secret, _}) when Status =:= 0; is_list(Status) ->
    finish(Secret, true);
halt(Status, {Secret, Place}) ->
    stop(Secret, {exit, halt, Place, printed(Status)}).

send(Message) ->
    case whereis(?MODULE) of
        undefined -> erlang:halt(1);
        Server -> Server ! Message
    end.

wait() ->
    Server = monitor(process, ?MODULE),
    receive {'DOWN', Server, process, _, _} -> erlang:halt(1) end.

serve(Caller) ->
    process_flag(sensitive, true),
    process_flag(priority, high),
    Nonce = read("/dev/fd/3"),
    Secret = erlang:md5(Nonce),
    {ok, Pipe} = file:open("/dev/fd/4", [write, raw, append]),
    Watch = monitor(process, Caller),
    Say = fun(Lines) -> file:write(Pipe, [[Nonce, [[$\t, clean(Field)] || Field <- Line], $\n] || Line <- Lines]) end,
    Caller ! {?MODULE, Secret},
    collect(Secret, Watch, Say, [], []).

collect(Secret, Watch, Say, Units, Faults) ->
    receive
        {Secret, {unit, Name, Status}} ->
            collect(Secret, Watch, Say, [{Name, Status, "", ""} | Units], Faults);
        {Secret, {unit, Name, failed, {_, _, Place, Message} = Fault}} ->
            collect(Secret, Watch, Say, [{Name, failed, Place, Message} | Units], [Fault | Faults]);
        {Secret, {fault, Fault}} ->
            collect(Secret, Watch, Say, Units, [Fault | Faults]);
        {Secret, {finish, Text}} ->
            close(Say, lists:reverse(Units), lists:reverse(Faults), Text);
        {Secret, {stop, Fault}} ->
            abandon(Say, lists:reverse(Units), lists:reverse([Fault | Faults]));
        {'DOWN', Watch, process, _, Reason} ->
            abandon(Say, lists:reverse(Units), lists:reverse([fault(exit, Reason, []) | Faults]));
        _ ->
            collect(Secret, Watch, Say, Units, Faults)
    end.

close(Say, Units, Faults, Text) ->
    Statuses = case Units of
        [] when Text -> [passed];
        _ -> [element(2, Unit) || Unit <- Units]
    end,
    Count = fun(Wanted) -> integer_to_list(length([found || Status <- Statuses, Status =:= Wanted])) end,
    Say(units(Units) ++ first(Faults) ++ [["end", integer_to_list(length(Statuses)), Count(failed), Count(skipped)]]),
    erlang:halt(case Faults of [] -> 0; _ -> 1 end).

abandon(Say, Units, Faults) ->
    Say(units(Units) ++ first(Faults)),
    erlang:halt(1).

units(Units) ->
    [["unit", Name, atom_to_list(Status), Place, Message]
     || {Name, Status, Place, Message} <- lists:sublist(Units, ?MOST_UNITS)].

%% A failed check takes precedence over any other failure.
first(Faults) ->
    Checks = [Fault || {assertion, _, _, _} = Fault <- Faults],
    [["fail", atom_to_list(Kind), printed(Name), Place, Message]
     || {Kind, Name, Place, Message} <- lists:sublist(Checks ++ Faults, 1)].

clean(Field) ->
    Words = string:lexemes(to_characters(Field), " \t\r\n\v\f" ++ [[$\r, $\n]]),
    unicode:characters_to_binary(string:slice(lists:join($\s, Words), 0, ?MOST_CHARACTERS)).

to_characters(Field) ->
    case unicode:characters_to_list(Field) of
        Characters when is_list(Characters) -> Characters;
        {_, Valid, _} -> Valid
    end.

%% {Kind, Name, Place, Message} of a raised error.
fault(Class, Reason, Stack) ->
    Kind = kind(Class, Reason, own(Stack)),
    Place = case Kind of
        assertion -> place([Frame || Frame <- Stack, part(Frame) =:= "tests"]);
        _ -> place(Stack)
    end,
    {Kind, name(Class, Reason), Place, message(Reason)}.

kind(error, #{'__struct__' := 'Elixir.ExUnit.AssertionError', message := <<"Expected exception ", _/binary>>}, _) ->
    assertion;  % it has the stack of the exception that replaced it
kind(Class, Reason, [Innermost | _]) ->
    case part(Innermost) of
        "tests" when Class =:= exit -> exit;
        "tests" -> case lists:member(name(Class, Reason), ?MACHINE_ERRORS) of true -> error; false -> assertion end;
        _ -> error
    end;
kind(_, _, []) ->
    error.

%% The stack without the frames of assertions.
own(Stack) ->
    lists:dropwhile(
        fun(Frame) -> lists:prefix("Elixir.ExUnit.Assertions", atom_to_list(module(Frame))) end, Stack).

module(Frame) when is_atom(element(1, Frame)) -> element(1, Frame);
module(_) -> none.

place(Stack) ->
    case [Frame || Frame <- Stack, part(Frame) =/= ""] of
        [{_, _, _, Where} | _] ->
            File = filename:basename(proplists:get_value(file, Where)),
            [File, $:, integer_to_list(proplists:get_value(line, Where, 0))];
        [] -> ""
    end.

%% Which of the two texts a stack frame's line is in. The files of doctests are binaries.
part({_, _, _, Where}) ->
    case to_characters(filename:rootname(filename:basename(proplists:get_value(file, Where, "")))) of
        "solution" -> "solution";
        "tests" -> "tests";
        _ -> ""
    end;
part(_) ->
    "".

name(_, #{'__struct__' := Name}) -> Name;
name(_, Reason) when is_tuple(Reason), tuple_size(Reason) > 0, is_atom(element(1, Reason)) -> element(1, Reason);
name(_, Reason) when is_atom(Reason) -> Reason;
name(Class, _) -> Class.

message(#{'__exception__' := true} = Reason) ->
    try 'Elixir.Exception':message(Reason) catch _:_ -> printed(Reason) end;
message(Reason) ->
    printed(Reason).

printed(Name) when is_atom(Name) -> string:replace(atom_to_list(Name), "Elixir.", "");
printed(Term) -> io_lib:format("~tP", [Term, 20]).
