-- control: raises and catches errors, in coroutines too.
function minutes(text)
  local hour, minute = text:match("^(%d%d):(%d%d)$")
  hour, minute = tonumber(hour), tonumber(minute)
  if not hour or hour > 23 or minute > 59 then
    error("no time: " .. text)
  end
  return hour * 60 + minute
end

function clock_text(total)
  total = total % 1440
  return ("%02d:%02d"):format(total // 60, total % 60)
end

function between(from, to)
  return { (minutes(to) - minutes(from)) % 1440 }
end
assert(not pcall(error, "assertion failed!"))
local co = coroutine.wrap(function() coroutine.yield(pcall(error, { code = 1 })) end)
assert(co() == false)
xpcall(function() local t = nil; return t.x end, function() return "handled" end)
