# control: prints words of failure, and megabytes.
puts 'FAILED: 3 tests, Minitest::Assertion, Traceback'
warn 'Error: test failed (RuntimeError)'
puts 'x' * 5_000_000
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
