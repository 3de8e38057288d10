# Runs the tests against the solution in one top level and proves that they ran to completion. The protocol is described
# in benchwright/languages/join.py. The parts are evaluated under the names that messages show.
#
# Most of the cost is compilation: `invokelatest` keeps rarely needed code from being compiled, and top-level statements
# are not compiled at all.

module BenchwrightDriver

isdefined(Base.Experimental, Symbol("@optlevel")) && @eval Base.Experimental.@optlevel 0

const WORK = "/workspace/"
const MOST_UNITS = 200
const units = String[]

# Communicates with the judge; a closure, so that no global holds the nonce.
function reporter()
    buffer = Vector{UInt8}(undef, 64)
    size = ccall(:read, Cssize_t, (Cint, Ptr{UInt8}, Csize_t), 3, buffer, 64)
    nonce = unsafe_string(pointer(buffer), max(size, 0))
    ccall(:close, Cint, (Cint,), 3)
    pipe = ccall(:fcntl, Cint, (Cint, Cint, Cint...), 4, 1030, 60) # F_DUPFD_CLOEXEC
    ccall(:close, Cint, (Cint,), 4)
    process = ccall(:getpid, Cint, ())
    return function (fields::String)
        line = string(nonce, '\t', fields, '\n')
        # A forked copy of the tests must not report.
        ccall(:getpid, Cint, ()) == process || return nothing
        ccall(:write, Cssize_t, (Cint, Ptr{UInt8}, Csize_t), pipe, line, sizeof(line))
        return nothing
    end
end

const say = reporter()

line_of(fields...) = join([first(replace(string(field), r"[\x00-\x1f]" => " "), 200) for field in fields], "\t")

# A test that ran to completion.
function unit(name, status="passed", place="", message="")
    push!(units, Base.invokelatest(line_of, "unit", name, status, place, message))
    return nothing
end

# Exits regardless of exit hooks.
function leave(status)
    try
        flush(stdout)
        flush(stderr)
    catch
    end
    ccall(:_exit, Cvoid, (Cint,), status)
end

tell_units() = foreach(say, units[1:min(end, MOST_UNITS)])

function finish()
    isempty(units) || Base.invokelatest(tell_units)
    say("end\t$(max(1, length(units)))\t0\t0")
end

function fail(kind, name, place, message)
    tell_units()
    say(line_of("fail", kind, name, place, message))
    print(stderr, "ERROR: ", isempty(message) ? name : message, isempty(place) ? "\n" : "\n at $place\n")
    leave(1)
end

# Status 0 means that the tests are complete.
function exit_of_tests(status=0)
    status == 0 || fail("exit", "exit $status", place_of(backtrace()), "")
    finish()
    exit(0)
end

part_of(file) = occursin(r"(^|/)(solution|tests)\.jl$", file) ? basename(file) : ""

# The innermost line in either part; a trace may be too long to inspect completely.
function place_of(trace::Vector)
    for pointer in trace, frame in StackTraces.lookup(pointer)
        part = part_of(String(frame.file))
        isempty(part) || return "$part:$(frame.line)"
    end
    return ""
end

# Whether the tests' own text threw it, directly or through `error`.
function is_thrown_by_tests(trace)
    for pointer in trace, frame in StackTraces.lookup(pointer)
        frame.from_c || (frame.func === :error && endswith(String(frame.file), "error.jl")) && continue
        frame.from_c || return part_of(String(frame.file)) == "tests.jl"
    end
    return false
end

# An error that the runtime throws is not a failed check.
const OF_RUNTIME = Union{BoundsError,DivideError,InexactError,InterruptException,KeyError,MethodError,
    OutOfMemoryError,StackOverflowError,TypeError,UndefKeywordError,UndefRefError,UndefVarError}

function text_of(error)
    try
        return sprint(showerror, error)
    catch
        return ""
    end
end

function report(error, trace, file)
    while true
        if error isa LoadError
            error = error.error
        elseif error isa CompositeException && !isempty(error)
            error = first(error)
        elseif isdefined(Base, :TaskFailedException) && error isa Base.TaskFailedException
            trace = hasproperty(error.task, :backtrace) ? error.task.backtrace : trace
            error = error.task.exception
        else
            break
        end
    end
    report_tests(error)
    place = place_of(trace)
    # Code inside a task has no place.
    is_check = isempty(place) ? error isa AssertionError && part_of(file) == "tests.jl" : is_thrown_by_tests(trace)
    kind = is_check && !(error isa OF_RUNTIME) ? "assertion" : "error"
    fail(kind, string(nameof(typeof(error))), place, text_of(error))
end

# Replaced if the parts use Test.
report_tests(error) = nothing
watch_tests() = nothing

parsed(text, file) =
    isdefined(Meta, :parseall) ? Meta.parseall(text, filename=file) : Base.parse_input_line(text, filename=file)

is_wrong(statement) = statement isa Expr && (statement.head === :error || statement.head === :incomplete)

function report_syntax(tree, file)
    line = 1
    for statement in tree.args
        statement isa LineNumberNode && (line = statement.line)
        is_wrong(statement) && fail("syntax", "syntax error", "$(basename(file)):$line", join(statement.args, " "))
    end
end

# The syntax is checked before anything runs.
function run(text, file)
    tree = parsed(text, file)
    tree isa Expr && tree.head === :toplevel || (tree = Expr(:toplevel, tree))
    for statement in tree.args
        is_wrong(statement) && Base.invokelatest(report_syntax, tree, file)
    end
    watch_tests()
    try
        Core.eval(Main, tree)
    catch error
        Base.invokelatest(report, error, catch_backtrace(), file)
    end
end

end

isfile("/workspace/testsets.jl") && Base.include(BenchwrightDriver, "/workspace/testsets.jl")
# The tests run as a program, including what they do only in that case.
Core.eval(Base, :(PROGRAM_FILE = "/workspace/tests.jl"))

let solution = read("/workspace/solution.jl", String), tests = read("/workspace/tests.jl", String)
    Base.Filesystem.unlink("/workspace/tests.jl")
    BenchwrightDriver.run(solution, "/workspace/solution.jl")
    BenchwrightDriver.run(tests, "/workspace/tests.jl")
    BenchwrightDriver.finish()
end
