# Words and numbers.

def tally(words)
  raise ArgumentError, 'no list' unless words.respond_to?(:each)

  words.each_with_object(Hash.new(0)) { |word, counts| counts[word] += 1 }
end

def longest(words) = words.max_by(&:size)

class Range2
  def initialize(low, high)
    @low = low
    @high = high
  end

  def clamp(number) = [[number, @low].max, @high].min
end
