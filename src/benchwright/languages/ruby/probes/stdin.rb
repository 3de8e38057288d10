puts $stdin.gets.split.sum(&:to_i)
puts $stdin.read.upcase
puts ARGV
