# Collects the results of Test: every test set gets the type of the enclosing one, which is defined here. As in Test, a
# failure outside a set ends the program, and a failure inside one does so at the end of the outermost set.

import Test

# `@test_logs` has a result of its own in some versions.
const Unlogged = isdefined(Test, :LogTestFailure) ? Test.LogTestFailure : Union{}
const Failed = Union{Test.Fail,Unlogged}
const Bad = Union{Failed,Test.Error}

mutable struct TestSet <: Test.AbstractTestSet
    description::String
    passed::Int
    bad::Vector{Bad}
end

TestSet(description; options...) = TestSet(string(description), 0, Bad[])

outside = TestSet("")

# Starts afresh for each part.
function watch_tests()
    empty!(units)
    global outside = TestSet("")
    task_local_storage(:__BASETESTNEXT__, Test.AbstractTestSet[outside])
    return nothing
end

function Test.record(set::TestSet, result::Test.Result)
    result isa Test.Pass ? (set.passed += 1) : Base.invokelatest(record_other, set, result)
    return result
end

function record_other(set, result)
    result isa Bad || return
    push!(set.bad, result)
    print(stderr, place_of(result), ": Test failed: ", message_of(result), "\n")
    set === outside && throw(Test.FallbackTestSetException("There was an error during testing"))
end

function Test.record(set::TestSet, inner::Test.AbstractTestSet)
    Base.invokelatest(record_set, set, inner)
    return inner
end

function record_set(set, inner)
    bad = bad_of(inner)
    inner isa TestSet && (set.passed += inner.passed)
    append!(set.bad, bad)
    set === outside && !isempty(bad) && Base.invokelatest(fail_outermost, inner, bad)
    set === outside && unit(inner.description)
end

bad_of(set::TestSet) = set.bad
bad_of(set) = hasproperty(set, :results) ? Bad[bad for result in set.results for bad in bad_of(result)] : Bad[]
bad_of(result::Bad) = Bad[result]
bad_of(result::Test.Result) = Bad[]

function Test.finish(set::TestSet)
    Test.record(Test.get_testset(), set)
    return set
end

function fail_outermost(set, bad)
    result = worst(bad)
    unit(set.description, "failed", place_of(result), message_of(result))
    fails = count(result -> result isa Failed, bad)
    shown = Union{Test.Fail,Test.Error}[each for each in bad if !(each isa Unlogged)]
    throw(Test.TestSetException(outside.passed, fails, length(bad) - fails, 0, shown))
end

worst(bad) = (found = findfirst(is_check, bad); bad[found === nothing ? 1 : found])

is_check(result::Failed) = startswith(place_of(result), "tests.jl")
# A check of another kind in a test set.
function is_check(result::Test.Error)
    return result.test_type === :nontest_error && occursin(r"^(AssertionError|ErrorException)\(", string(result.value)) &&
           startswith(place_of(result), "tests.jl")
end

place_of(result::Failed) = "$(part_of(String(result.source.file))):$(result.source.line)"

function place_of(result::Test.Error)
    found = match(r"(solution|tests)\.jl:\d+", string(result.backtrace))
    return found === nothing ? "$(part_of(String(result.source.file))):$(result.source.line)" : found.match
end

message_of(result::Test.Fail) = string(result.orig_expr, result.data === nothing ? "" : "; evaluated: $(result.data)")
message_of(result::Unlogged) = string(result.orig_expr, "; logged: ", result.logs)
message_of(result::Test.Error) = string(result.value)

function report_tests(error)
    error isa Union{Test.TestSetException,Test.FallbackTestSetException} && !isempty(outside.bad) || return
    result = worst(outside.bad)
    name = result isa Failed ? "Fail" : match(r"^\w*", string(result.value)).match
    fail(is_check(result) ? "assertion" : "error", name, place_of(result), message_of(result))
end

# The first use of Test takes longer than most tests, because none of it is compiled before Julia 1.6.
if VERSION < v"1.6-"
    # Most checks hold; the code that handles the others takes the longest to compile.
    function Test.do_test(result::Test.Returned, @nospecialize(tested))
        result.value === true || return Base.invokelatest(do_test_as_usual, result, tested)
        return Test.record(Test.get_testset(), Test.Pass(:test, nothing, nothing, true))
    end

    do_test_as_usual(result, tested) = invoke(Test.do_test, Tuple{Test.ExecutionResult,Any}, result, tested)

    # Makes functions interpreted, as `--compile=min` does for all that are compiled while it is set.
    function interpret(signatures)
        place = fieldoffset(Base.JLOptions, Base.fieldindex(Base.JLOptions, :compile_enabled))
        option = convert(Ptr{Int8}, cglobal(:jl_options)) + place
        usual = unsafe_load(option)
        unsafe_store!(option, Int8(3))
        for signature in signatures
            ccall(:jl_compile_hint, Int32, (Any,), signature)
        end
        unsafe_store!(option, usual)
    end

    # The code that Test runs for each check in the text, and for each set. It calls functions that programs may need to
    # be fast, so these are compiled.
    interpret(Any[
        Tuple{typeof(Test.get_test_result),Any,Any},
        Tuple{typeof(Test.eval_test),Expr,Expr,LineNumberNode,Bool},
        Tuple{typeof(Test.testset_beginend),Tuple{String,Expr},Expr,LineNumberNode},
        Tuple{typeof(Test._check_testset),Type{T} where T,Expr},
    ])
end
