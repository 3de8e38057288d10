# control: replaces and closes streams, and uses descriptors by their numbers.
require 'stringio'
$stdout = StringIO.new
$stderr = StringIO.new
STDIN.close
file = File.open('/tmp/numbers', 'w+')
file.puts 1
file.close
def tally(words)
  raise ArgumentError unless words.respond_to?(:each)

  words.tally
end

def longest(words) = words.max_by(&:size)

class Range2
  def initialize(low, high)
    @range = low..high
  end

  def clamp(number) = number.clamp(@range)
end
