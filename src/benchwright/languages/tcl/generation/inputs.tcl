proc test_input {numbers limit} {
    puts "\[$numbers\] $limit -> \[[running_totals $numbers $limit]\]"
}

test_input {3 4 5} 6
test_input {10 -4 2} 5
test_input {5 5 5} 5
