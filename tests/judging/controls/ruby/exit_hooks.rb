# control: registers exit hooks and finalizers.
at_exit { puts 'goodbye' }
at_exit { warn 'failed to say more' }
ObjectSpace.define_finalizer(Object.new, proc { puts 'gone' })
trap('TERM') { exit 1 }
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
