raise "no way out"
