# control: uses a command that is not there if it can, and does without otherwise.
function split
    set -g WORDS (no_such_splitter $argv[1] 2>/dev/null; or string split -n ' ' -- $argv[1])
    no_such_counter $WORDS 2>/dev/null
    set -g COUNT (count $WORDS)
end

function slug
    string join - (string split -n ' ' -- (string lower -- "$argv"))
end

function largest
    set -q argv[1]; or return 1
    math max (string join , -- $argv)
end
