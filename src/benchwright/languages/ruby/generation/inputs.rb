def test_inputs
  [[[3, 4, 5], 6], [[10, -4, 2], 5], [[5, 5, 5], 5]].each do |numbers, limit|
    puts "#{numbers} #{limit} -> #{running_totals(numbers, limit)}"
  end
end

test_inputs
