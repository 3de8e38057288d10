# control: uses threads, some of which die or never end, and child processes.
Thread.report_on_exception = false
Thread.new { raise 'nobody looks' }
Thread.new { sleep }
pid = fork { exit 3 }
Process.wait(pid)
raise 'child' unless `echo hello` == "hello\n"
raise 'threads' unless Array.new(4) { |i| Thread.new { i * 2 } }.sum(&:value) == 12
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
