# control: prints five megabytes, more than is recorded, without an end of line at the end.
for i in (seq 5)
    string repeat -n 1048575 $i
end
printf 'no end of line'

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
