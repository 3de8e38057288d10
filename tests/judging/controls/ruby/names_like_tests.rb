# frozen_string_literal: true
#
# control: has names that the tests might have, at other places, and a main method.
module Helper
  def self.check(value) = value
  def self.test_tally = raise('not a test of the tests')
end

def main = exit(1)
def test_nothing = raise('nobody calls this')
def main_loop = Helper.check(3)
raise 'main' unless main_loop == 3

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
