# control: ends with `exit` behind a guard that tells a script that is run from one that is only loaded.
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
    echo "usage: words TEXT" >&2
    return 2
}

if [[ "${BASH_SOURCE[0]}" == "$0" ]]; then
    main "$@"
    exit $?
fi
