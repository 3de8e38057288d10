def check(want, got)
  raise "expected #{want.inspect}, got #{got.inspect}" unless want == got
end

def test_tally
  check({ 'a' => 2, 'b' => 1 }, tally(%w[a b a]))
  check({}, tally([]))
  begin
    tally(5)
    raise 'a number is no list'
  rescue ArgumentError
    puts 'refused'
  end
end

def test_longest
  raise 'longest' unless longest(%w[fig plum kiwi]) == 'plum'
  raise 'nothing' unless longest([]).nil?
end

test_tally
test_longest
abort 'clamp' if Range2.new(1, 5).clamp(7) != 5
raise 'inside' if Range2.new(1, 5).clamp(3) != 3
