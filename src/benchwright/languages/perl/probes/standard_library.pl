# What programs mostly use, subprocesses included.
use strict;
use warnings;
use Data::Dumper;
use JSON::PP;
use List::Util qw(max reduce sum);
use POSIX qw(floor);
use Scalar::Util qw(blessed looks_like_number);
use Time::Local;

die 'json' unless decode_json('{"a": [1, 2.5]}')->{a}[1] == 2.5;
die 'list' unless sum(1 .. 4) == 10 && max(3, 5) == 5 && (reduce { $a * $b } 1 .. 4) == 24;
die 'numbers' unless floor(-1.5) == -2 && looks_like_number('1e3') && !defined blessed([]);
die 'process' unless `echo child` eq "child\n";
print "complete\n";
