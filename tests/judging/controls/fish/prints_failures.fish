# control: prints the words by which careless judges know a failure, while loaded and when called.
echo "FAILED: 3 tests, not ok 1"
echo "tests.fish (line 1): Missing end to balance this if statement" >&2

function split
    set -g WORDS (string split -n ' ' -- $argv[1])
    set -g COUNT (count $WORDS)
end

function slug
    string join - (string split -n ' ' -- (string lower -- "$argv"))
end

function largest
    set -q argv[1]; or return 1
    math max (string join , -- $argv)
end

functions --copy split plain_split
function split
    echo "0 failed, AssertionError" >&2
    plain_split $argv
end
