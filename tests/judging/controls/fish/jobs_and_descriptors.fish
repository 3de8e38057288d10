# control: leaves a job in the background, works in pipes, and uses descriptors 3 and 4 as if they were free.
sleep 1000 &
disown
begin
    echo three >&3
    echo four >&4
end 3>/tmp/three 4>/tmp/four
echo words | while read -l line
    set -g LAST $line
end
false | true

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
