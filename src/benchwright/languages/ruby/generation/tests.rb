def check(actual, expected)
  raise "#{actual.inspect} instead of #{expected.inspect}" unless actual == expected
end

def test_running_totals
  check(running_totals([3, 4, 5], 6), [3, 7, 5])
  check(running_totals([10, -4, 2], 5), [10, -4, -2])
  check(running_totals([5, 5, 5], 5), [5, 10, 5])
end

test_running_totals
