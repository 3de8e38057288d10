puts 'before'
raise 'no' unless 1 + 1 == 3
puts 'after'
