gets stdin numbers
puts [expr [join $numbers +]]
puts [string toupper [gets stdin]]
foreach argument $argv { puts $argument }
