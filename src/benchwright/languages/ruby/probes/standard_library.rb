# What programs mostly require, threads and subprocesses included.
require 'bigdecimal'
require 'date'
require 'digest'
require 'json'
require 'ostruct'
require 'set'
require 'stringio'
require 'time'

raise 'json' unless JSON.parse('{"a": [1, 2.5]}') == { 'a' => [1, 2.5] }
raise 'date' unless (Date.new(2024, 3, 1) - 1).day == 29
raise 'bigdecimal' unless BigDecimal('0.1') + BigDecimal('0.2') == BigDecimal('0.3')
raise 'set' unless Set[1, 2].superset?(Set[2])
raise 'threads' unless Array.new(4) { |i| Thread.new { i * i } }.map(&:value) == [0, 1, 4, 9]
raise 'process' unless IO.popen(['echo', 'child'], &:read) == "child\n"

puts 'complete'
