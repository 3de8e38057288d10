# Tests may be written for either of the frameworks that come with Ruby.
require 'minitest'
require 'test/unit/assertions'

puts 'complete'
