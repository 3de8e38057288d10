# control: has a byte order mark, other ends of lines and characters of other languages.
GRÜßE = "grüße"
raise "encoding" unless GRÜßE.upcase == "GRÜSSE" && __ENCODING__ == Encoding::UTF_8
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
