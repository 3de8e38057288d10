# Lists, texts, regular expressions, arithmetic, options, time, and functions that fish brings as files.
function expect
    if test "$argv[1]" != "$argv[2]"
        echo "$argv[1] instead of $argv[2]"
        exit 1
    end
end

set -l fruits fig pear plum
set -a fruits quince
expect (count $fruits) 4
expect "$fruits[-1..2]" 'quince plum pear'
contains plum $fruits; or exit 1
expect (string join , $fruits[1..2]) fig,pear
expect (string length Größe) 5
expect (string replace -r '(\w+) (\w+)' '$2 $1' 'two one') 'one two'
expect (string match -rg 'v(\d+)' v12) 12
expect (math -s 2 '10 / 4') 2.5
expect (math 'floor(sqrt(17)) ^ 2') 16
expect (printf '%05.1f|%x' 2.25 255) '002.2|ff'
expect (string pad -w 5 7) '    7'

function optioned
    argparse 'n/name=' v/verbose -- $argv
    or return
    echo $_flag_name $argv
end
expect (optioned --name fish swims -v) 'fish swims'

switch (string lower PEAR)
    case 'p*r'
        set -g found yes
    case '*'
        set -g found no
end
expect $found yes
expect (date -u -d @0 +%Y) 1970
expect (seq 3 | string collect) 1\n2\n3
isatty stdin; and exit 1
alias shout='string upper'
expect (shout quiet) QUIET
echo complete
