-- Runs the tests against the solution and proves that they ran to completion. The protocol is described in
-- benchwright/languages/join.py. Everything that the verdict depends on is fetched before the solution runs; the canary
-- detects what a solution could still find by searching this process with the debug library.

local MOST_UNITS = 200
local FRAMEWORK = "BENCHWRIGHT_FRAMEWORK"
local HAS_CODE = BENCHWRIGHT_HAS_CODE

local debug, package = debug, package
local getinfo, getupvalue, upvaluejoin, sethook = debug.getinfo, debug.getupvalue, debug.upvaluejoin, debug.sethook
local traceback, load, exit, rawset, rawget = debug.traceback, load, os.exit, rawset, rawget
local error, assert, pcall, xpcall, tostring, type = error, assert, pcall, xpcall, tostring, type
local pairs, ipairs = pairs, ipairs
local string_of, stderr, stdout, globals, require = string, io.stderr, io.stdout, _G, require
local gsub, sub, match, concat, unpack = string.gsub, string.sub, string.match, table.concat, table.unpack

local given = io.open("/dev/fd/3", "r")
local nonce = given:read("a")
given:close()
local proof = io.open("/dev/fd/4", "w")
local write, flush, stream_write = proof.write, proof.flush, stderr.write

-- The message of an error without the place that `error` puts before it.
local function without_place(message)
  return (gsub(message, "^[%w_]+%.lua:%d+: ", ""))
end

local units, positions = {}, {}
local fault, tail_checks

local function say(...)
  local fields = { nonce, ... }
  for index, field in ipairs(fields) do
    fields[index] = sub(gsub(tostring(field), "%c", " "), 1, 200)
  end
  write(proof, concat(fields, "\t"), "\n")
  flush(proof)
end

-- The state of one test; if it ran several times, a failure counts.
local function note(name, status, place, message)
  local unit = { name, status, place or "", message or "" }
  local position = positions[name] or #units + 1
  if units[position] == nil or status ~= "passed" then
    units[position], positions[name] = unit, position
  end
end

local function tell_units()
  local counts = { passed = 0, failed = 0, skipped = 0 }
  for index, unit in ipairs(units) do
    counts[unit[2]] = counts[unit[2]] + 1
    if index <= MOST_UNITS then
      say("unit", unpack(unit))
    end
  end
  return counts
end

-- The tests are finished, by their own exit or by running to completion.
local function finish(status, place)
  local counts = tell_units()
  if status ~= 0 and counts.failed == 0 then
    say("fail", "exit", "os.exit", place, "status " .. status)
  else
    if fault then
      say("fail", unpack(fault))
    end
    say("end", #units > 0 and #units or HAS_CODE, counts.failed, counts.skipped)
  end
  exit(status == 0 and counts.failed > 0 and 1 or status)
end

-- Replaces `os.exit` in the tests' text.
local function exit_of_tests(status)
  local line = getinfo(2, "l").currentline
  if status == nil or status == true then
    status = 0
  elseif status == false then
    status = 1
  end
  finish(status & 255, line > 0 and "tests.lua:" .. line or "")
end

-- The innermost line in either text below a level of the stack.
local function place_above(level)
  local frame = getinfo(level, "Sl")
  while frame do
    if frame.source == "@solution.lua" or frame.source == "@tests.lua" then
      return sub(frame.source, 2) .. ":" .. frame.currentline
    end
    level = level + 1
    frame = getinfo(level, "Sl")
  end
  return ""
end


-- Called where an error is raised: by `error` or `assert`, or by the language itself. A function that ends in
-- `return error(...)` is then no longer on the stack; the error is the tests' only if their text ends that way.
local function on_error(message)
  local raiser = getinfo(2, "ft")
  local raised = raiser.func == error or raiser.func == assert
  local place = place_above(3)
  local _, text = pcall(tostring, message)
  local check = raised and match(place, "^tests") and (tail_checks or not raiser.istailcall)
  fault = {
    check and "assertion" or "error",
    raiser.func == assert and "assert" or raised and "error" or "runtime error",
    place,
    without_place(tostring(text)),
  }
  return traceback(tostring(text), 2)
end

local function fail(message)
  tell_units()
  say("fail", unpack(fault or { "error", "error", "", message }))
  stream_write(stderr, "lua: ", tostring(message), "\n")
  exit(1)
end

local function compiled(text, name)
  local chunk, message = load(text, "@" .. name, "t")
  if not chunk then
    say("fail", "syntax", "syntax error", match(message, "^[%w_]+%.lua:%d+") or "", without_place(message))
    stream_write(stderr, "lua: ", message, "\n")
    exit(1)
  end
  return chunk
end

-- The failure that decides the verdict: of several, the first failed check.
local function note_fault(kind, name, place, message)
  if not fault or fault[1] == "error" and kind == "assertion" then
    fault = { kind, name, place, message }
  end
end

-- Collects LuaUnit's results.
local function listen_to_luaunit()
  package.loaded.luaunit, package.preload.luaunit = nil, nil
  local found, framework = xpcall(require, on_error, "luaunit")
  if not found then
    fault = nil
    return function() end -- the tests then report it themselves
  end
  local states = { SUCCESS = "passed", SKIP = "skipped", FAIL = "failed", ERROR = "failed" }
  local end_test, ran = framework.LuaUnit.endTest, false
  framework.LuaUnit.endTest = function(self)
    local node = self.result.currentNode
    local message = tostring(node.msg or "")
    local place = match(message, "^[%w_]+%.lua:%d+") or ""
    note(node.testName, states[node.status], place, without_place(message))
    local kind = match(place, "^solution") and "error" or "assertion"
    if states[node.status] == "failed" then
      note_fault(kind, node.testName, place, without_place(message))
    end
    ran = true
    end_test(self)
  end
  return function()
    if not ran then
      framework.LuaUnit.run("-v")
    end
  end
end

local function contents(name)
  local file = assert(io.open(name, "r"))
  local text = file:read("a")
  file:close()
  return text
end

-- Functions that checks consist of, before the solution can change them.
local kept = {}
for _, name in ipairs({ "assert", "error", "ipairs", "next", "pairs", "pcall", "rawequal", "type", "xpcall" }) do
  kept[name] = globals[name]
end
local absolute, os_table, math_table, path = math.abs, os, math, package.path

local function restore()
  sethook()
  for name, value in pairs(kept) do
    if rawget(globals, name) ~= value then
      rawset(globals, name, value)
    end
  end
  rawset(globals, "os", os_table)
  rawset(globals, "math", math_table)
  rawset(globals, "string", string_of)
  os_table.exit, math_table.abs, package.path = exit, absolute, path
end

-- Let the tests' text use what the solution declared local in its own.
local function share_locals(tests, solution)
  local places = {}
  local index, name = 1, getupvalue(solution, 1)
  while name do
    places[name] = index
    index = index + 1
    name = getupvalue(solution, index)
  end
  index, name = 1, getupvalue(tests, 1)
  while name do
    if places[name] and name ~= "_ENV" then
      upvaluejoin(tests, index, solution, places[name])
    end
    index = index + 1
    name = getupvalue(tests, index)
  end
end

-- What the solution returned is the module that the tests require, under whatever name its author gave it.
local function offer_module(value)
  package.loaded.solution = value == nil and true or value
  local given = "solution"
  package.searchers[#package.searchers + 1] = function(name)
    if value ~= nil and (given == "solution" or given == name) then
      given = name
      return function() return value end
    end
  end
end

local solution, tests = contents("solution.lua"), contents("tests.lua")
tail_checks = match(tests, "return%s+error") or match(tests, "return%s+assert")
os.remove("tests.lua")
os.remove("main.lua")
arg = { [0] = "main.lua" }

local run_busted = FRAMEWORK == "busted" and compiled(contents("busted_tests.lua"), "busted_tests.lua")()
local results = table.pack(xpcall(compiled(solution, "solution.lua"), on_error))
local completed, locals = results[1], results[results.n]
if not completed then
  fail(locals)
end
restore()
offer_module(results[2])
local run_framework = FRAMEWORK == "luaunit" and listen_to_luaunit()
local run = compiled(tests, "tests.lua")(exit_of_tests, note)
if type(locals) == "function" then
  share_locals(run, locals)
end
local message
if run_busted then
  completed, message = xpcall(run_busted, on_error, run, note, note_fault, without_place)
else
  completed, message = xpcall(run, on_error)
end
if completed and run_framework then
  completed, message = xpcall(run_framework, on_error)
end
if not completed then
  fail(message)
end
finish(0, "")
