%% Reads program texts as lists of forms, joins and compiles them.
-module(benchwright_forms).
-export([parse/1, parse_after/2, functions/1, join/2, own_calls/2, compile/1]).

-define(EUNIT, {attribute, _, compile, {parse_transform, eunit_autoexport}}).

%% The forms of a file.
parse(File) ->
    case benchwright_report:read(File) of
        <<"#!", Script/binary>> -> ok = file:write_file(File, ["%%", Script]);
        _ -> ok
    end,
    parse(File, File, fun(Place, Message) -> throw({syntax, Place, Message}) end).

%% The same for a file that may use another file's macros, as if both were one file.
parse_after(File, Other) ->
    try
        parse(File)
    catch
        throw:{syntax, _, _} = Error ->
            Joint = File ++ ".joint",
            Text = benchwright_report:read(File),
            Wanted = [module || re:run(Text, "^\\s*-\\s*module\\b", [multiline]) =:= nomatch] ++ [define],
            ok = file:write_file(Joint, [definitions(Other, Wanted), "\n-file(\"", File, "\", 0).\n", Text]),
            Forms = parse(Joint, File, fun(_, _) -> file:delete(Joint), throw(Error) end),
            file:delete(Joint),
            Forms
    end.

parse(File, Name, Fail) ->
    {ok, Forms} = epp:parse_file(File, [{source_name, Name}, {default_encoding, utf8}]),
    case [Error || {error, Error} <- Forms] of
        [] -> Forms;
        [{Where, Module, Text} | _] -> Fail([Name, $:, line(Where)], Module:format_error(Text))
    end.

line({Line, _}) -> integer_to_list(Line);
line(Line) when is_integer(Line) -> integer_to_list(Line);
line(_) -> "0".

%% The text of a file's macros, or of other such lines.
definitions(File, Wanted) ->
    Text = unicode:characters_to_list(benchwright_report:read(File)),
    {ok, Tokens, _} = erl_scan:string(Text, {1, 1}, [text, return]),
    definitions(Tokens, [], [], Wanted).

definitions([], _, Found, _) ->
    lists:reverse(Found);
definitions([{dot, _} = Dot | Rest], Form, Found, Wanted) ->
    Tokens = lists:reverse([Dot | Form]),
    case [Token || Token <- Tokens, not lists:member(element(1, Token), [white_space, comment])] of
        [{'-', _}, {atom, _, Name} | _] ->
            Texts = [[erl_scan:text(Token) || Token <- Tokens] || lists:member(Name, Wanted)],
            definitions(Rest, [], Texts ++ Found, Wanted);
        _ ->
            definitions(Rest, [], Found, Wanted)
    end;
definitions([Token | Rest], Form, Found, Wanted) ->
    definitions(Rest, [Token | Form], Found, Wanted).

%% The functions that forms define.
functions(Forms) ->
    [{Name, Arity} || {function, _, Name, Arity, _} <- Forms].

%% {Module that contains the tests, [Forms of a module]}.
join(Solution, Tests) ->
    case {module(Solution), module(Tests)} of
        {Own, Other} when Own =/= none, Other =/= none, Own =/= Other ->
            {Other, [Solution, Tests]};
        {none, none} ->
            {main, [merged([{attribute, 1, module, main} | Solution], Tests)]};
        {none, Module} ->
            {Module, [merged([{attribute, 1, module, Module} | Solution], Tests)]};
        {Module, _} ->
            {Module, [merged(Solution, Tests)]}
    end.

module(Forms) ->
    case [Name || {attribute, _, module, Name} <- Forms] of
        [Name | _] -> Name;
        [] -> none
    end.

%% One module from both texts: attributes come first, and the tests' version of duplicates is kept.
merged(Solution, Tests) ->
    Taken = functions(Tests),
    Called = [{Name, length(Arguments)} || {call, _, {atom, _, Name}, Arguments} <- tuples(Tests)],
    Eunit = [found || ?EUNIT <- Tests] =/= [],
    Units = [Function || Eunit, Function <- functions(Solution), is_unit(Function)] -- Called,
    Hidden = [Function || Function <- functions(Solution), lists:member(Function, Taken ++ Units)],
    Own = [rename(Form, Hidden) || Form <- Solution],
    {OwnHead, OwnBody} = lists:splitwith(fun is_head/1, without_end(Own)),
    Heads = [Form || Form <- without_end(Tests), is_head(Form), not is_repeated(Form, Own)],
    Bodies = [Form || Form <- without_end(Tests), not is_head(Form) orelse is_file(Form)],
    OwnHead ++ Heads ++ [{attribute, 1, file, {"solution.erl", 1}}] ++ OwnBody ++ Bodies ++ [{eof, 1}].

is_unit({Name, 0}) ->
    re:run(atom_to_list(Name), "_test_?$") =/= nomatch;
is_unit(_) ->
    false.

is_head({function, _, _, _, _}) -> false;
is_head({attribute, _, spec, _}) -> false;
is_head(_) -> true.

is_file({attribute, _, file, _}) -> true;
is_file(_) -> false.

without_end(Forms) ->
    [Form || Form <- Forms, element(1, Form) =/= eof].

is_repeated({attribute, _, module, _}, _) ->
    true;
is_repeated({attribute, _, file, _}, _) ->
    false;
is_repeated({attribute, _, Kind, {Name, _}}, Own) when Kind =:= record ->
    [found || {attribute, _, record, {Other, _}} <- Own, Other =:= Name] =/= [];
is_repeated({attribute, _, Kind, {Name, _, Arguments}}, Own) when Kind =:= type; Kind =:= opaque ->
    Arity = length(Arguments),
    [found || {attribute, _, _, {Other, _, Others}} <- Own, Other =:= Name, length(Others) =:= Arity] =/= [];
is_repeated({attribute, _, Kind, Value}, Own) ->
    [found || {attribute, _, Other, Same} <- Own, Other =:= Kind, Same =:= Value] =/= [];
is_repeated(_, _) ->
    false.

rename({attribute, Line, Kind, {{Name, Arity}, Types}}, Hidden) when Kind =:= spec ->
    {attribute, Line, Kind, {{renamed(Name, Arity, Hidden), Arity}, Types}};
rename({attribute, Line, export, Functions}, Hidden) ->
    {attribute, Line, export, Functions -- Hidden};
rename({attribute, _, _, _} = Attribute, _) ->
    Attribute;
rename({function, Line, Name, Arity, Clauses}, Hidden) ->
    {function, Line, renamed(Name, Arity, Hidden), Arity, rename(Clauses, Hidden)};
rename({call, Line, {atom, At, Name}, Arguments}, Hidden) ->
    {call, Line, {atom, At, renamed(Name, length(Arguments), Hidden)}, rename(Arguments, Hidden)};
rename({'fun', Line, {function, Name, Arity}}, Hidden) ->
    {'fun', Line, {function, renamed(Name, Arity, Hidden), Arity}};
rename(Node, Hidden) when is_tuple(Node) ->
    list_to_tuple(rename(tuple_to_list(Node), Hidden));
rename([Head | Tail], Hidden) ->
    [rename(Head, Hidden) | rename(Tail, Hidden)];
rename(Leaf, _) ->
    Leaf.

renamed(Name, Arity, Hidden) ->
    case lists:member({Name, Arity}, Hidden) of
        true -> list_to_atom(atom_to_list(Name) ++ " of solution");
        false -> Name
    end.

%% All tuples of a tree.
tuples(Node) when is_tuple(Node) -> [Node | tuples(tuple_to_list(Node))];
tuples([Head | Tail]) -> tuples(Head) ++ tuples(Tail);
tuples(_) -> [].

%% The tests' forms, with exits and calls that run the framework redirected to the driver.
own_calls(Forms, Secret) ->
    Own = functions(Forms),
    Replaced = [replaced(Form, Own, Secret) || Form <- Forms],
    Module = module(Forms),
    case [found || ?EUNIT <- Forms] of
        [_ | _] when Module =/= none ->
            % The function that eunit would add.
            case lists:member({test, 0}, Own) of
                true -> Replaced;
                false -> without_end(Replaced) ++ [whole(Module, Secret), {eof, 1}]
            end;
        _ ->
            Replaced
    end.

whole(Module, Secret) ->
    Call = {call, 1, {remote, 1, {atom, 1, benchwright_erlang}, {atom, 1, test}}, [{atom, 1, Module}, literal(Secret)]},
    {function, 1, test, 0, [{clause, 1, [], [], [Call]}]}.

replaced({call, Line, {remote, _, {atom, _, Module}, {atom, _, Name}} = Called, Arguments}, Own, Secret) ->
    call(Line, own(Module, Name), Called, replaced(Arguments, Own, Secret), Secret);
replaced({call, Line, {atom, _, halt} = Called, Arguments}, Own, Secret) ->
    Target = case lists:member({halt, length(Arguments)}, Own) of true -> none; false -> own(erlang, halt) end,
    call(Line, Target, Called, replaced(Arguments, Own, Secret), Secret);
replaced(Node, Own, Secret) when is_tuple(Node) ->
    list_to_tuple(replaced(tuple_to_list(Node), Own, Secret));
replaced([Head | Tail], Own, Secret) ->
    [replaced(Head, Own, Secret) | replaced(Tail, Own, Secret)];
replaced(Leaf, _, _) ->
    Leaf.

own(erlang, halt) -> {benchwright_report, halt};
own(init, stop) -> {benchwright_report, halt};
own(eunit, test) -> {benchwright_erlang, test};
own(_, _) -> none.

call(Line, none, Called, Arguments, _) ->
    {call, Line, Called, Arguments};
call(Line, {benchwright_report, halt}, Called, [Status, _Options], Secret) ->
    call(Line, {benchwright_report, halt}, Called, [Status], Secret);
call(Line, {benchwright_report, halt} = Target, _, Arguments, Secret) ->
    called(Line, Target, Arguments, {Secret, ["tests.erl:", line(Line)]});
call(Line, Target, _, Arguments, Secret) ->
    called(Line, Target, Arguments, Secret).

called(Line, {Module, Name}, Arguments, Last) ->
    {call, Line, {remote, Line, {atom, Line, Module}, {atom, Line, Name}}, Arguments ++ [literal(Last)]}.

literal(Secret) ->
    erl_parse:abstract(Secret).

%% {Module, its code}.
compile(Forms) ->
    case compile:forms(Forms, [return_errors, export_all, nowarn_export_all]) of
        {ok, Module, Code} ->
            {Module, Code};
        {error, Errors, _} ->
            {File, [{Where, By, Text} | _]} = hd([Error || {_, [_ | _]} = Error <- Errors]),
            throw({syntax, [filename:basename(File), $:, line(Where)], By:format_error(Text)})
    end.
