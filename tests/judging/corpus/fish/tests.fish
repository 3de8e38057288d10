function check -a name got expected
    if test "$got" != "$expected"
        echo "$name: $got instead of $expected" >&2
        exit 1
    end
end

function test_split
    split "one two  three"
    test $COUNT -eq 3; or exit 1
    [ "$WORDS[3]" = "three" ] || exit 1
end

function test_slug
    check slug (slug "Hello Big World") "hello-big-world"
    check single (slug ONE) "one"
end

function test_largest
    if not test (largest 3 11 7) -eq 11
        exit 1
    end
    if largest >/dev/null
        echo "nothing was taken for a number" >&2
        exit 1
    end
end

test_split
test_slug
test_largest
