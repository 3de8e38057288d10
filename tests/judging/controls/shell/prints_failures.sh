# control: prints the words by which careless judges know a failure, while loaded and when called.
echo "FAILED: 3 tests, not ok 1"
echo "./tests.sh: line 1: syntax error near unexpected token" >&2

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

eval "plain_$(declare -f split)"
split() {
    echo "0 failed, AssertionError" >&2
    plain_split "$@"
}
