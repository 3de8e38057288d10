BEGIN { print "hello" }
