function test_inputs()
    for (numbers, limit) in [([3, 4, 5], 6), ([10, -4, 2], 5), ([5, 5, 5], 5)]
        println("$numbers $limit -> $(running_totals(numbers, limit))")
    end
end

test_inputs()
