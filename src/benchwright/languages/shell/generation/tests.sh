check() {
    if [ "$1" != "$2" ]; then
        echo "$1 instead of $2" >&2
        exit 1
    fi
}

test_running_totals() {
    check "$(running_totals 6 3 4 5)" "3 7 5"
    check "$(running_totals 5 10 -4 2)" "10 -4 -2"
    check "$(running_totals 5 5 5 5)" "5 10 5"
}

test_running_totals
