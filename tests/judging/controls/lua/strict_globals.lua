-- control: forbids globals that nobody declared, and changes what texts can do.
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
setmetatable(_G, { __index = function(_, name) error("no global " .. name, 2) end })
string.trim = function(s) return s:match("^%s*(.-)%s*$") end
getmetatable("").__mul = string.rep
assert((" x "):trim() == "x" and "ab" * 2 == "abab")
