# Records which lines of the solution run; precedes the driver.
lambda do
  path = '/workspace/solution.rb'
  executed = {}
  lines_of = lambda do |code|
    found = code.trace_points.select { |_, event| event == :line }.map(&:first)
    code.each_child { |child| found += lines_of.call(child) }
    found
  end
  lines = lines_of.call(RubyVM::InstructionSequence.compile(File.read(path, encoding: 'UTF-8'), path, path, 1)).uniq.sort
  at_exit do
    File.write('/workspace/benchwright_coverage.json', "[#{lines},#{lines & executed.keys}]")
  end
  TracePoint.new(:line) { |point| executed[point.lineno] = true if point.path == path }.enable
rescue SyntaxError
  nil
end.call
