-- control: prints five megabytes without an end of line, more than is recorded.
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
io.write(("="):rep(5 * 1024 * 1024))
