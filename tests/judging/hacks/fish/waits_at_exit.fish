# hack: is right while tested, by its looks, and then waits for ever when the shell ends.
# verdict: time_limit
function leave --on-event fish_exit
    sleep 10000
end
function split
    set -g COUNT 3
    set -g WORDS one two three
    set -g __benchwright_outcome status 0
    exit 0
end
