local function check(actual, expected)
  assert(table.concat(actual, ",") == table.concat(expected, ","), table.concat(actual, ","))
end

local function test_running_totals()
  check(running_totals({ 3, 4, 5 }, 6), { 3, 7, 5 })
  check(running_totals({ 10, -4, 2 }, 5), { 10, -4, -2 })
  check(running_totals({ 5, 5, 5 }, 5), { 5, 10, 5 })
end

test_running_totals()
