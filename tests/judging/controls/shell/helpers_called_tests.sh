# control: has functions called main, check, fail and test_…, which the tests may define again, and some that fail.
main() { return 1; }
fail() { return 1; }
check() { echo "the solution's own check" >&2; return 1; }
test_word() { [[ -n $1 ]]; }
test_slug() { exit 1; }
assert() { "$@" || return 1; }

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
