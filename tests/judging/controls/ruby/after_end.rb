# control: has code for its own start and text after its end.
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

if __FILE__ == $0 || $PROGRAM_NAME == __FILE__
  puts 'started as a program'
  exit 1
end
raise 'data' unless DATA.read == "raise 'this is only data'\n"

__END__
raise 'this is only data'
