test_input() {
    local limit=$1
    shift
    echo "[$*] $limit -> [$(running_totals "$limit" "$@")]"
}

test_input 6 3 4 5
test_input 5 10 -4 2
test_input 5 5 5 5
