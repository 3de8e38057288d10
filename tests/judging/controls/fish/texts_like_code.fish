# control: texts that hold what looks like ends, exits and comments; lists of commands on one line; other spellings.
set -g usage 'function test_split; exit 1; end
end # ) unbalanced (
exit 1'
function split --argument-names text; set -g WORDS (string match -ar '\S+' -- $text); set -g COUNT (count $WORDS); end
function slug --description 'joined by "dashes"'
    echo (string lower -- "$argv" | string split -n ' ') | string replace -a ' ' -
end
function largest
    switch (count $argv)
        case 0
            return 1
        case '*'
            printf '%s\n' $argv | sort -n | tail -n 1
    end
end
