# hack: kills the shell that runs the tests, after everything else that it may signal.
# verdict: runtime_error
function split
    kill -KILL 1 2>/dev/null
    kill -KILL $fish_pid
end
