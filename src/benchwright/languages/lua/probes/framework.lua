local lu = require("luaunit")
function TestSums() end
TestProducts = {}
function TestProducts:testTwo() lu.assertEquals(1 * 2, 3) end
local runner = lu.LuaUnit.new()
runner:setOutputType("nil")
local failed = runner:runSuite()
print(failed .. " failed")
os.exit(failed)
