function check -a actual expected
    if test "$actual" != "$expected"
        echo "$actual instead of $expected" >&2
        exit 1
    end
end

function test_running_totals
    check (running_totals 6 3 4 5) "3 7 5"
    check (running_totals 5 10 -4 2) "10 -4 -2"
    check (running_totals 5 5 5 5) "5 10 5"
end

test_running_totals
