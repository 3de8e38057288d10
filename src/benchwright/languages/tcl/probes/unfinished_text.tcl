if {1} {
puts one
