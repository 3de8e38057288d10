# Runs the tests against the solution in one top level and proves that they ran to completion.
#
# The protocol is described in benchwright/languages/join.py. Everything that the verdict depends on is fetched before
# the solution runs; the canary detects what a solution could still find by searching this process.

module Benchwright
  DRIVER = self # the constant is removed before the solution runs
  SOLUTION = '/workspace/solution.rb'
  TESTS = '/workspace/tests.rb'
  FRAMEWORK = 'BENCHWRIGHT_FRAMEWORK'
  MOST_UNITS = 200
  F_DUPFD_CLOEXEC = 1030
  CHECK_CLASSES = [RuntimeError, StandardError, Exception].freeze
  CHECK_NAME = /Assert|Expect|Fail|Mismatch|Test/

  # Reports to the judge.
  class Report
    def initialize
      IO.open(3) { |pipe| @nonce = pipe.read.strip }
      given = IO.for_fd(4)
      pipe = IO.for_fd(given.fcntl(F_DUPFD_CLOEXEC, 60), 'w')
      given.close
      @write = pipe.method(:syswrite)
      @exit = Process.method(:exit!)
      @process = Process.method(:pid)
      @pid = Process.pid
      @units = {}
    end

    def say(*fields)
      return unless @process.call == @pid # a forked copy of the tests must not report

      fields = fields.map { |field| field.to_s.dup.force_encoding('UTF-8').scrub('?').split.join(' ')[0, 200] }
      @write.call("#{@nonce}\t#{fields.join("\t")}\n")
    end

    # The state of one test; if it ran several times, a failure counts.
    def note(name, status, error = nil)
      return if @units.key?(name) && status == 'passed'

      @units[name] = [status, error ? DRIVER.place_of(error) : '', error ? DRIVER.message_of(error) : '']
      @error = error if error && status == 'failed' && (!@error || !DRIVER.check?(@error))
    end

    def units = @units.values.map(&:first)

    def tell_units
      @units.first(MOST_UNITS).each { |name, fields| say('unit', name, *fields) }
    end

    def tell_error(error, kind = nil)
      kind ||= DRIVER.check?(error) ? 'assertion' : 'error'
      say('fail', kind, error.class.name, DRIVER.place_of(error), DRIVER.message_of(error))
    end

    # Reports an unrescued error, shows it as Ruby does, and exits.
    def fault(error, kind = nil)
      tell_units
      tell_error(error, kind)
      DRIVER.show(error)
      leave(1)
    end

    def finish(has_text)
      results = units.empty? && has_text ? ['passed'] : units
      tell_units
      tell_error(@error) if @error
      say('end', results.size, results.count('failed'), results.count('skipped'))
      leave(1) if results.include?('failed')
    end

    # Exits regardless of exit hooks.
    def leave(status)
      [$stdout, $stderr, STDOUT, STDERR].each do |stream|
        stream.flush
      rescue Exception # rubocop:disable Lint/RescueException
        nil
      end
      @exit.call(status)
    end
  end

  module_function

  # The innermost line in either text that the error passed through.
  def place_of(error)
    if error.is_a?(SyntaxError) && (found = %r{\A/workspace/(\w+\.rb:\d+):}.match(error.message))
      return found[1]
    end

    found = (error.backtrace || []).find { |line| line.start_with?(SOLUTION, TESTS) }
    found ? found[%r{\A/workspace/(\w+\.rb:\d+)}, 1] : ''
  end

  # Whether it is a failed check of the tests' own text.
  def check?(error)
    return true if defined?(::Minitest::Assertion) && error.is_a?(::Minitest::Assertion)
    return false unless (error.backtrace || []).find { |line| line.start_with?('/workspace/') }&.start_with?(TESTS)

    name = error.class.name.to_s
    CHECK_CLASSES.include?(error.class) || CHECK_NAME.match?(name) ||
      (!name.empty? && Object.const_source_location(name)&.first == TESTS)
  end

  def message_of(error)
    error.message.to_s
  rescue Exception # rubocop:disable Lint/RescueException
    ''
  end

  def show(error)
    lines = (error.backtrace || []).reject { |line| line.include?('/workspace/main.rb') }
    error.set_backtrace(lines)
    STDERR.write(error.full_message(highlight: false))
  rescue Exception # rubocop:disable Lint/RescueException
    nil
  end

  # Methods that checks consist of, before the solution could change them.
  def methods_of_checks
    compared = [Integer, Float, String, Symbol, Array, Hash, Range, Struct, NilClass, BasicObject, Comparable, Kernel]
    found = compared.flat_map { |type| %i[== != ! === =~ eql? equal?].map { |name| [type, name] } }
    found += %i[raise fail exit abort catch throw loop lambda proc require].map { |name| [Kernel, name] }
    found += [[NilClass, :nil?], [Kernel, :nil?], [Kernel, :is_a?], [Exception, :message], [Module, :===]]
    found += frameworks.flat_map { |type| type.instance_methods(false).map { |name| [type, name] } }
    found.filter_map do |type, name|
      [type, name, type.instance_method(name)] if type.method_defined?(name) || type.private_method_defined?(name)
    end
  end

  def frameworks
    case FRAMEWORK
    when 'minitest' then [Minitest::Assertions, Minitest::Test, Minitest::Reportable]
    when 'test-unit' then [Test::Unit::Assertions]
    when 'rspec' then defined?(RSpec) ? BenchwrightRSpec::TYPES.call : []
    else []
    end
  end

  def restore(methods)
    methods.each do |type, name, original|
      while (current = type.instance_method(name)) != original
        current.owner.send(:remove_method, name)
        type.send(:define_method, name, original) if current.owner == type && original.owner == type
      end
    end
    # Methods of the script's top level take precedence over those of Kernel.
    %i[raise fail exit abort catch throw require].each do |name|
      Object.send(:remove_method, name) if Object.instance_method(name).owner == Object
    end
  end

  # A check that fails in a thread that nobody joins would go unnoticed.
  def watch_threads(threads)
    watch = Module.new do
      %i[new start fork].each do |start|
        define_method(start) do |*arguments, &block|
          return super(*arguments, &block) unless block&.source_location&.first == TESTS

          thread = super(*arguments, &block)
          threads << thread
          %i[join value].each do |name|
            thread.define_singleton_method(name) { |*given| threads.delete(self) && super(*given) }
          end
          thread
        end
      end
    end
    Thread.singleton_class.prepend(watch)
  end

  def note_threads(threads, report)
    threads.each do |thread|
      next if thread.alive?

      Thread.instance_method(:join).bind_call(thread)
    rescue StandardError => e
      report.note('thread', 'failed', e) if check?(e)
    end
  end

  # Loads the framework without its runner, which would run when the program exits.
  def load_framework
    case FRAMEWORK
    when 'minitest'
      require 'minitest'
      Minitest.class_variable_set(:@@installed_at_exit, true)
    when 'test-unit'
      require 'test/unit'
      Test::Unit::AutoRunner.need_auto_run = false
    when 'rspec'
      require '/workspace/rspec.rb'
    end
  rescue LoadError
    nil # the tests then report it themselves
  end

  def run_minitest(report)
    reporter = Class.new(Minitest::AbstractReporter) do
      define_method(:record) do |result|
        error = result.failures.map { |each| each.respond_to?(:error) ? each.error : each }.first
        status = result.skipped? ? 'skipped' : error ? 'failed' : 'passed'
        report.note("#{result.klass}##{result.name}", status, error)
      end
    end
    return if Minitest.reporter # the tests have run it themselves

    Minitest.extensions << 'benchwright'
    Minitest.define_singleton_method(:plugin_benchwright_init) { |_| self.reporter << reporter.new }
    Minitest.run(%w[--no-plugins --seed 1])
  end

  def run_rspec(report) = BenchwrightRSpec.run(report)

  def run_test_unit(report)
    require 'test/unit/collector/descendant'
    require 'test/unit/ui/testrunnermediator'
    mediator = Test::Unit::UI::TestRunnerMediator.new(Test::Unit::Collector::Descendant.new.collect('tests'))
    name_of = ->(name) { name.sub(/\A(.*)\((.*)\)\z/m, '\2#\1') }
    mediator.add_listener(Test::Unit::TestCase::FINISHED) { |name| report.note(name_of.call(name), 'passed') }
    mediator.add_listener(Test::Unit::TestResult::FAULT) do |fault|
      error = fault.respond_to?(:exception) ? fault.exception : nil
      STDERR.puts(fault.long_display)
      skipped = fault.is_a?(Test::Unit::Omission) || fault.is_a?(Test::Unit::Pending)
      report.note(name_of.call(fault.test_name), skipped ? 'skipped' : 'failed', error || failure(fault))
    end
    mediator.run
  end

  # Converts a failed check of test-unit to an error with its place.
  def failure(fault)
    error = Class.new(StandardError) { def self.name = 'AssertionFailedError' }.new(fault.message)
    error.set_backtrace(fault.location.map(&:to_s))
    error
  end

  # The part of a script after __END__, which only the main file has.
  def offer_data(text, path)
    return unless text.include?('DATA') && (found = /^__END__(?:\n|\z)/.match(text))

    Object.send(:remove_const, :DATA) if Object.const_defined?(:DATA, false)
    file = path == TESTS ? file_of(text) : File.open(path)
    file.seek(text.bytesize - found.post_match.bytesize)
    Object.const_set(:DATA, file)
  end

  # The tests' file, which the solution must neither have read nor written.
  def file_of(text)
    file = File.open(TESTS, File::RDWR | File::CREAT | File::EXCL)
    File.unlink(TESTS)
    file.write(text)
    file
  end

  def run_solution(text, report)
    offer_data(text, SOLUTION)
    eval(text, TOPLEVEL_BINDING, SOLUTION, 1)
  rescue SyntaxError => e
    report.fault(e, e.message.start_with?(SOLUTION) ? 'syntax' : 'error')
  rescue LocalJumpError => e
    report.fault(e) unless e.reason == :return # which ends a script as its last line does
  rescue SystemExit
    raise
  rescue Exception => e # rubocop:disable Lint/RescueException
    report.fault(e)
  end

  def run_tests(text, runner, report)
    offer_data(text, TESTS)
    require FRAMEWORK if FRAMEWORK == 'rspec' # whose methods tests also use without requiring it
    eval(text, TOPLEVEL_BINDING, TESTS, 1)
    runner&.call(report)
  rescue SyntaxError => e
    report.fault(e, e.message.start_with?(TESTS) ? 'syntax' : 'error')
  rescue LocalJumpError => e
    report.fault(e) unless e.reason == :return
  rescue SystemExit => e
    own_exit(e, report)
  rescue Exception => e # rubocop:disable Lint/RescueException
    report.fault(e)
  end

  # The tests exited the program: with status 0 they are complete, otherwise they failed.
  def own_exit(error, report)
    raise error unless place_of(error).start_with?('tests.rb')
    return if error.success?

    report.tell_units
    report.tell_error(error, 'exit')
    report.leave(error.status)
  end

  # Checks that the tests run when the program exits come before this.
  def at_end(report)
    at_exit do
      error = $!
      report.fault(error) if error && !error.is_a?(SystemExit)
      own_exit(error, report) if error
      report.finish(true)
    end
  end

  def drive
    report = Report.new
    solution, tests = [SOLUTION, TESTS].map { |path| File.read(path, encoding: 'UTF-8') }
    File.unlink(TESTS)
    load_framework
    runner = method(:"run_#{FRAMEWORK.tr('-', '_')}") unless FRAMEWORK.empty?
    methods = methods_of_checks
    threads = []
    Object.send(:remove_const, :Benchwright)
    run_solution(solution, report)

    restore(methods)
    Object.const_set(:BenchwrightUnit, ->(name) { report.note(name, 'passed') })
    $0 = TESTS
    watch_threads(threads) if tests.include?('Thread')
    later = FRAMEWORK.empty? && tests.include?('at_exit')
    at_end(report) if later
    run_tests(tests, runner, report)
    note_threads(threads, report)
    report.finish(!tests.gsub(/#.*/, '').strip.empty? && FRAMEWORK.empty?) unless later
  end
end

Benchwright.drive
