function test_input -a limit
    echo "[$argv[2..]] $limit -> ["(running_totals $argv)"]"
end

test_input 6 3 4 5
test_input 5 10 -4 2
test_input 5 5 5 5
