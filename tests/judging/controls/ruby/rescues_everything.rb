# control: raises and rescues errors of all kinds, also exits.
[-> { raise 'no' }, -> { nil.foo }, -> { exit 3 }, -> { abort 'no' }, -> { eval('1 +') }, -> { throw :x }].each do |fail|
  fail.call
  raise ScriptError, 'nothing was raised'
rescue ScriptError => e
  raise if e.message == 'nothing was raised'
rescue Exception => e
  warn e.message
end
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
