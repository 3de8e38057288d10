local function show(numbers)
  return "[" .. table.concat(numbers, ", ") .. "]"
end

local function test_inputs()
  for _, input in ipairs({ { { 3, 4, 5 }, 6 }, { { 10, -4, 2 }, 5 }, { { 5, 5, 5 }, 5 } }) do
    local numbers, limit = input[1], input[2]
    print(show(numbers) .. " " .. limit .. " -> " .. show(running_totals(numbers, limit)))
  end
end

test_inputs()
