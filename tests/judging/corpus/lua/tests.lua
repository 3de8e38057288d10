local function same(got, want)
  if #got ~= #want then error("length " .. #got) end
  for i = 1, #want do
    if got[i] ~= want[i] then error("got " .. tostring(got[i])) end
  end
end

function test_minutes()
  assert(minutes("09:30") == 570)
  assert(minutes("00:00") == 0, "midnight")
  local taken = pcall(minutes, "24:61")
  assert(not taken, "24:61 was taken for a time")
end

test_minutes()
assert(clock_text(570) == "09:30")
assert(clock_text(-60) == "23:00")
same(between("22:30", "06:00"), { 450 })
if clock_text(0) ~= "00:00" then
  print("clock_text")
  os.exit(1)
end
print("done")
