-- Lets busted run the tests. It is loaded before the solution runs, and returns a function that runs the tests' text, or
-- nothing if busted is not installed: then the tests say so.

local found, core = pcall(require, "busted.core")
if not found then
  return function()
    require("busted")
  end
end

local busted = core()
require("busted")(busted)
local execute = require("busted.execute")(busted)
package.loaded.busted = busted.api
package.loaded["busted.runner"] = function() end
local type, tostring, match, insert, concat = type, tostring, string.match, table.insert, table.concat

local function full_name(element)
  local names = {}
  while element and element.descriptor ~= "file" do
    if element.name then
      insert(names, 1, tostring(element.name))
    end
    element = busted.context.parent(element)
  end
  return concat(names, " ")
end

return function(run, note, note_fault, without_place)
  local seen, failed = {}, {}

  local function unique(name)
    seen[name] = (seen[name] or 0) + 1
    return seen[name] > 1 and name .. " (" .. seen[name] .. ")" or name
  end

  for _, status in ipairs({ "failure", "error" }) do
    busted.subscribe({ status }, function(element, _, message, trace)
      local text = tostring(message)
      local place = match(text, "^[%w_]+%.lua:%d+") or ""
      if trace and trace.currentline and match(trace.short_src, "^[%w_]+%.lua$") then
        place = trace.short_src .. ":" .. trace.currentline
      end
      local check = not match(place, "^solution") and (status == "failure" or not match(text, "attempt to "))
      text = without_place(text)
      io.stderr:write(full_name(element), ": ", text, "\n")
      note_fault(check and "assertion" or "error", status, place, text)
      failed[element] = { place, text }
      if element.descriptor ~= "it" then
        note(unique(full_name(element)), "failed", place, text)
      end
    end)
  end

  busted.subscribe({ "test", "end" }, function(element, _, status)
    local states = { success = "passed", pending = "skipped" }
    local place, text = table.unpack(failed[element] or {})
    note(unique(full_name(element)), states[status] or "failed", place, text)
  end)

  local file = { getTrace = function(_, info) return info end }
  busted.executors.file("tests.lua", setmetatable(file, { __call = run }))
  execute(1, {})
end
