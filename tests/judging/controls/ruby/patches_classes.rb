# control: adds methods to classes of the language, and compares its own.
class Array
  def second = self[1]
end

class Point
  attr_reader :x

  def initialize(x) = @x = x
  def ==(other) = other.is_a?(Point) && x == other.x
  def method_missing(name, *) = name == :missing ? 5 : super
  def respond_to_missing?(name, all = false) = name == :missing || super
end
raise 'points' unless Point.new(1) == Point.new(1) && Point.new(1) != Point.new(2) && Point.new(1).missing == 5
raise 'second' unless [1, 2].second == 2

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
