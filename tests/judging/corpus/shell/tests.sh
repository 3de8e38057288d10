check() {
    if [ "$2" != "$3" ]; then
        echo "$1: $2 instead of $3" >&2
        exit 1
    fi
}

test_split() {
    split "one two  three"
    [[ $COUNT -eq 3 ]] || exit 1
    [[ ${WORDS[2]} == "three" ]] || exit 1
}

test_slug() {
    check slug "$(slug "Hello Big World")" "hello-big-world"
    check single "$(slug ONE)" "one"
}

test_largest() {
    [ "$(largest 3 11 7)" -eq 11 ] || exit 1
    if largest >/dev/null; then
        echo "nothing was taken for a number" >&2
        exit 1
    fi
}

test_split
test_slug
test_largest
