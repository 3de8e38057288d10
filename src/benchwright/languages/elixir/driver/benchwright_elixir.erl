%% Runs the tests against the solution and proves that they ran to completion. Written in Erlang, because a solution can
%% redefine Elixir's own modules.
-module(benchwright_elixir).
-behaviour(gen_server).
-export([start/0, run/1, init/1, handle_call/3, handle_cast/2]).

-define(REPORT, benchwright_report).
-define(COMPILER_ERRORS, ['Elixir.SyntaxError', 'Elixir.TokenMissingError', 'Elixir.CompileError']).

start() ->
    spawn(fun drive/0).

drive() ->
    Secret = ?REPORT:start(),
    Solution = ?REPORT:read("solution.ex"),
    Tests = ?REPORT:read("tests.exs"),
    ok = file:delete("tests.exs"),
    start_elixir([Solution, Tests]),
    try
        SolutionTree = tree(Solution, <<"solution.ex">>),
        TestsTree = tree(Tests, <<"tests.exs">>),
        Path = code:get_path(),
        mentions(Solution, <<"ExUnit">>) andalso start_framework(),
        Documented = mentions(Tests, <<"doctest">>),
        'Elixir.Code':put_compiler_option(docs, Documented),
        Modules = 'Elixir.Code':compile_quoted(SolutionTree, <<"solution.ex">>),
        'Elixir.Code':put_compiler_option(docs, false),
        code:get_path() =:= Path orelse code:set_path(Path),
        Documented andalso store(Modules),
        Framework = mentions(Tests, <<"ExUnit">>),
        Framework andalso restore_framework(),
        run_tests(block(directives(SolutionTree) ++ [own_calls(TestsTree, Secret)])),
        Framework andalso run(Secret),
        ?REPORT:finish(Secret, not mentions(Tests, <<"ExUnit.Case">>) andalso string:trim(Tests) =/= <<>>)
    catch
        Class:Reason:Stack -> fail(Class, 'Elixir.Exception':normalize(Class, Reason, Stack), Stack, Secret)
    end.

start_elixir(Texts) ->
    ok = application:start(compiler),
    ok = application:start(elixir),
    case mentions(Texts, [<<"Logger">>, <<"Log">>, <<"capture_log">>]) of
        true -> application:start(logger);
        false -> ok
    end,
    'Elixir.Code':put_compiler_option(debug_info, false),
    'Elixir.Code':put_compiler_option(ignore_module_conflict, true).

mentions(Text, Words) ->
    binary:match(iolist_to_binary(Text), Words) =/= nomatch.

tree(Text, File) ->
    'Elixir.Code':'string_to_quoted!'(Text, [{file, File}, {columns, true}]).

%% Doctests look for the documentation of a module in its file.
store(Modules) ->
    Folder = filename:absname("modules"),
    File = fun(Module) -> filename:join(Folder, atom_to_list(Module) ++ ".beam") end,
    ok = filelib:ensure_dir(File(none)),
    [ok = file:write_file(File(Module), Code) || {Module, Code} <- Modules],
    true = code:add_pathz(Folder).

run_tests(Tree) ->
    try
        'Elixir.Code':compile_quoted(Tree, <<"tests.exs">>)
    catch
        exit:Reason:Stack when Reason =:= normal; Reason =:= {shutdown, 0} ->
            % An exit with status 0 completes the tests, if the tests themselves exit.
            case ?REPORT:fault(exit, Reason, Stack) of
                {exit, _, _, _} -> ok;
                _ -> erlang:raise(exit, Reason, Stack)
            end
    end.

fail(error, #{'__struct__' := Name, file := File, line := Line} = Reason, Stack, Secret) when is_binary(File) ->
    case lists:member(Name, ?COMPILER_ERRORS) of
        true ->
            {_, _, _, Message} = ?REPORT:fault(error, Reason, []),
            stop(error, Reason, Stack, {syntax, Name, place(File, Line), Message}, Secret);
        false ->
            stop(error, Reason, Stack, ?REPORT:fault(error, Reason, Stack), Secret)
    end;
fail(Class, Reason, Stack, Secret) ->
    stop(Class, Reason, Stack, ?REPORT:fault(Class, Reason, Stack), Secret).

stop(Class, Reason, Stack, Fault, Secret) ->
    show('Elixir.Exception':format(Class, Reason, Stack)),
    ?REPORT:stop(Secret, Fault).

place(File, Line) when is_integer(Line) -> [filename:basename(File), $:, integer_to_list(Line)];
place(_, _) -> "".

show(Text) ->
    try io:put_chars(standard_error, [Text, $\n]) catch _:_ -> ok end.

%% What both parts share if they are one file.
directives({'__block__', _, Nodes}) ->
    [Node || {Name, _, Arguments} = Node <- Nodes, lists:member(Name, [alias, import, require]), is_list(Arguments)];
directives(_) ->
    [].

block(Nodes) ->
    {'__block__', [], Nodes}.

%% The tests' syntax tree, with exits and calls that run the framework redirected here. The secret is the last argument,
%% because the first may be piped in.
own_calls({'&', _, [{'/', _, _}]} = Capture, _) ->
    Capture;
own_calls({{'.', Meta, [Target, Name]}, CallMeta, Arguments}, Secret) when is_list(Arguments) ->
    Own = [own_calls(Argument, Secret) || Argument <- Arguments],
    case own_target(Target, Name) of
        {?REPORT, halt} -> {{'.', Meta, [?REPORT, halt]}, CallMeta, Own ++ [{Secret, place(Meta)}]};
        {Module, Function} -> {{'.', Meta, [Module, Function]}, CallMeta, Own ++ [Secret]};
        none -> {{'.', Meta, [own_calls(Target, Secret), Name]}, CallMeta, Own}
    end;
own_calls(Tree, Secret) when is_tuple(Tree) ->
    list_to_tuple([own_calls(Part, Secret) || Part <- tuple_to_list(Tree)]);
own_calls([Head | Tail], Secret) ->
    [own_calls(Head, Secret) | own_calls(Tail, Secret)];
own_calls(Leaf, _) ->
    Leaf.

place(Meta) ->
    <<"tests.exs:", (integer_to_binary(proplists:get_value(line, Meta, 0)))/binary>>.

own_target({'__aliases__', _, ['System']}, Name) when Name =:= halt; Name =:= stop -> {?REPORT, halt};
own_target(erlang, halt) -> {?REPORT, halt};
own_target(init, stop) -> {?REPORT, halt};
own_target({'__aliases__', _, ['ExUnit']}, run) -> {?MODULE, run};
own_target(_, _) -> none.

start_framework() ->
    'Elixir.ExUnit':start([{autorun, false}]).

%% Restores the framework, in case the solution used or replaced it.
restore_framework() ->
    logger:set_module_level(application_controller, none),  % it logs what it stops
    application:stop(ex_unit),
    logger:unset_module_level(application_controller),
    application:unload(ex_unit),
    ok = application:load(ex_unit),
    Folder = filename:join(code:lib_dir(ex_unit), "ebin"),
    {ok, Modules} = application:get_key(ex_unit, modules),
    [restore(Module, filename:join(Folder, atom_to_list(Module))) || Module <- Modules],
    start_framework().

restore(Module, File) ->
    Genuine = File ++ ".beam",
    case code:is_loaded(Module) of
        false -> ok;
        {file, Genuine} -> ok;
        _ ->
            code:purge(Module),
            code:delete(Module),
            code:purge(Module),
            {module, Module} = code:load_abs(File)
    end.

%% Runs the tests that were defined since the last run, in their order.
run(Secret) ->
    'Elixir.ExUnit':configure([{formatters, [?MODULE]}, {seed, 0}, {?MODULE, Secret}]),
    'Elixir.ExUnit':run().

%% The formatter.
init(Options) ->
    application:unset_env(ex_unit, ?MODULE),
    {ok, proplists:get_value(?MODULE, Options)}.

handle_call(_, _, Secret) ->
    {reply, ok, Secret}.

handle_cast({test_finished, #{module := Module, name := Name, state := State} = Test}, Secret) ->
    Unit = [?REPORT:printed(Module), $\s, re:replace(atom_to_list(Name), "^test ", "", [unicode])],
    case {lists:prefix("doctest ", atom_to_list(Name)), State} of
        {false, nil} -> ?REPORT:tell(Secret, {unit, Unit, passed});
        {false, {Skipped, _}} when Skipped =:= skipped; Skipped =:= excluded -> ?REPORT:tell(Secret, {unit, Unit, skipped});
        {Doctest, {failed, Failures}} -> ?REPORT:tell(Secret, {unit, Unit, failed, failed(Test, Failures, Doctest)});
        {Doctest, {invalid, #{state := {failed, Failures}}}} ->
            ?REPORT:tell(Secret, {unit, Unit, failed, failed(Test, Failures, Doctest)});
        % The solution's own examples are no tests that every solution has: they count only if they fail.
        {true, _} -> ok
    end,
    {noreply, Secret};
handle_cast(_, Secret) ->
    {noreply, Secret}.

failed(Test, [{Class, Reason, Stack} | _] = Failures, Doctest) ->
    Plain = fun(_, Text) -> Text end,
    try show('Elixir.ExUnit.Formatter':format_test_failure(Test, Failures, 1, 80, Plain)) catch _:_ -> ok end,
    case ?REPORT:fault(Class, Reason, Stack) of
        {error, 'Elixir.ExUnit.AssertionError' = Name, Place, Message} when Doctest -> {assertion, Name, Place, Message};
        Fault -> Fault
    end.
