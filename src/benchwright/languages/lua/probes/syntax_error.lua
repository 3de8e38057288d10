print("before")
local x = (1 +
