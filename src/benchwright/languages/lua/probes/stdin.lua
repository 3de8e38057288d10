#!/usr/bin/env lua
local a, b = io.read("n", "n", "L")
print(a + b)
print(io.read():upper())
for _, argument in ipairs(arg) do print(argument) end
