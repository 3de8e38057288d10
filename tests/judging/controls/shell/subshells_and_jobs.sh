# control: works with background jobs, pipes, coprocesses and command groups, some of which fail or exit.
sleep 1000 &
disown
(exit 3)
false | true
{ sleep 0.01; exit 4; } &
wait $! || :
coproc UPPER { tr a-z A-Z; }
eval "exec ${UPPER[1]}>&-"

split() {
    read -r -a WORDS <<<"$1"
    COUNT=${#WORDS[@]}
}

slug() {
    local text
    read -r -a text <<<"${*,,}"
    (IFS=-; printf '%s\n' "${text[*]}")
}

largest() {
    local best=$1 number
    [[ $# -gt 0 ]] || return 1
    for number; do
        ((number > best)) && best=$number
    done
    echo "$best"
}
