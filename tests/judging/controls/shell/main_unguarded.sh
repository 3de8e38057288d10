# control: ends, as scripts do, with a call of main that nothing guards and that succeeds without arguments.
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

main() {
    local text
    for text; do
        slug "$text"
    done
}

main "$@"
