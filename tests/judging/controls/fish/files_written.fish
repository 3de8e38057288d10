# control: writes files into the work folder, also under names of the judge's own, and changes the folder.
mkdir -p data
for name in data/words.txt tests.fish main2.fish
    echo "exit 1" >$name
end
cd /tmp

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
