# control: ends its own text by a return, as a script may.
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

return if defined?(tally)

raise 'never reached'
