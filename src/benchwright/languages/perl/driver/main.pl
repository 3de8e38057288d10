# Runs the tests against the solution in one lexical scope and proves that they ran to completion.
#
# The protocol is described in benchwright/languages/join.py. Everything that the verdict depends on is fetched before
# the solution runs; the canary detects what a solution could still find by searching this process. No module is loaded
# that the tests do not use.

package Benchwright;

my $most_units = 200;
my ($nonce, $solution, $tests, $done, $checked, @units, %kept);
my $process = $$;

open my $given, '<&=', 3;
sysread $given, $nonce, 64;
close $given;
open $given, '>&=', 4;
my $number = fcntl $given, 1030, 60;    # F_DUPFD_CLOEXEC
open my $pipe, '>&=', $number;
close $given;

sub read_file {
    my ($path) = @_;
    open my $file, '<:raw', $path or die "$path: $!";
    local $/;
    return scalar <$file>;
}

sub say_fields {
    return if $$ != $process;    # a forked copy of the tests must not report
    my @fields = map { my $text = $_ // ''; $text =~ s/\s+/ /g; utf8::encode($text) if utf8::is_utf8($text); substr $text, 0, 200 } @_;
    syswrite $pipe, join("\t", $nonce, @fields) . "\n";
}

sub say_units {
    my %seen;
    for my $unit (@units[0 .. ($#units < $most_units ? $#units : $most_units - 1)]) {
        my ($name, @rest) = @$unit;
        $name = 'test' unless length $name;
        $name .= " ($seen{$name})" if $seen{$name}++;
        say_fields('unit', $name, @rest);
    }
}

# Called after each call of one of the tests' own subs.
sub unit { push @units, [$_[0], 'passed', '', ''] unless grep { $_->[0] eq $_[0] } @units }

sub fail {
    my ($kind, $name, $place, $message) = @_;
    return if $done++;
    say_units();
    say_fields('fail', $kind, $name, $place, $message);
}

sub finish {
    return if $done;
    my ($failed) = grep { $_->[1] eq 'failed' } @units;
    my $framework = 'BENCHWRIGHT_FRAMEWORK' || 'Test::More';
    return fail('assertion', $framework, $failed->[2], $failed->[0]) if $failed;
    return fail('assertion', $framework, '', 'the plan does not fit') unless planned();
    $done = 1;
    say_units();
    my $skipped = grep { $_->[1] eq 'skipped' } @units;
    say_fields('end', scalar(@units) || BENCHWRIGHT_EXECUTED, 0, $skipped);
}

sub planned {
    return 1 unless $INC{'Test/Builder.pm'};
    my $builder = Test::Builder->new;
    my $plan = $builder->has_plan;
    return !$plan || $plan !~ /^\d+$/ || $plan == $builder->current_test;
}

# The tests exited the program: with status 0 they are complete, otherwise they failed.
sub own_exit {
    my $status = @_ ? $_[0] : 0;
    my (undef, undef, $line) = caller;
    if ($$ == $process) {
        $status ? fail('exit', 'exit', "tests.pl:$line", "status $status") : finish();
    }
    CORE::exit($status);
}

# A die in the tests' own text, as opposed to an error of the language. It must look as it does without the driver.
sub own_die {
    my ($package, $file, $line) = caller;
    my $error = @_ == 1 && ref $_[0] ? $_[0] : join '', @_;
    $error = 'Died' unless ref $error || length $error;
    $error .= " at $file line $line.\n" unless ref $error || $error =~ /\n\z/;
    $checked = [$error, "tests.pl:$line"];
    CORE::die($error);
}

sub uncaught {
    my ($error) = @_;
    my ($place) = "$error" =~ /\bat ((?:solution|tests)\.pl line \d+)/;
    ($place //= '') =~ s/ line /:/;
    my $name = ref $error || 'die';
    if ($checked && (ref $error ? $error == $checked->[0] : $error eq $checked->[0])) {
        fail('assertion', $name, $checked->[1], "$error");
    } elsif ($place =~ /^tests/ && $error !~ /^(?:Can't|Undefined|Not an?|Illegal|Modification) / && $tests =~ /\b(?:croak|confess)\b/) {
        fail('assertion', $name, $place, "$error");
    } else {
        fail($error =~ /^(?:syntax error|Global symbol|Bareword|Can't find string|Missing right|Unmatched|Unrecognized|.*Execution of .* aborted due to compilation|.*had compilation errors|.*\bsyntax error\b)/s ? 'syntax' : 'error', $name, $place, "$error");
    }
    print STDERR $error;
    CORE::exit(ref $error ? 255 : $! || 255);
}

# Collects Test::More's results with their places.
sub listen_to_tests {
    Test2::API::test2_stack()->top->listen(sub {
        my (undef, $event) = @_;
        return unless $event->isa('Test2::Event::Ok');
        my $trace = $event->trace;
        my $file = $trace ? $trace->file : '';
        my $place = $file eq 'tests.pl' ? "$file:" . $trace->line : '';
        my $status = $event->isa('Test2::Event::Skip') ? 'skipped' : $event->effective_pass ? 'passed' : 'failed';
        push @units, [$event->name, $status, $place, ''];
    });
}

sub subs_of {
    my ($package) = @_;
    no strict 'refs';
    return map { my $name = "${package}::$_"; defined &$name ? ($name => \&$name) : () } keys %{"${package}::"};
}

# The tests may load the solution from its file, or as the module that it is.
sub offer_solution {
    my %modules = map { s{::}{/}gr => 1 } $solution =~ /^\s*package\s+([\w:]+)/mg;
    $INC{$_} = 'solution.pl' for './solution.pl', '/workspace/solution.pl', 'solution.pl';
    push @INC, sub {
        my $name = $_[1] =~ s/\.pm\z//r;
        return unless $modules{$name} || $name =~ /^(?:BENCHWRIGHT_SOLUTION_NAME)\z/;
        my $text = '1;';
        CORE::open my $file, '<', \$text;
        return $file;
    };
    CORE::open my $own, '>', '/workspace/tests.pl' if $tests =~ /\bFindBin\b/;    # which must exist
}

# Called in the solution's own scope after its last line. Returns the tests.
sub tests {
    no strict 'refs';
    no warnings;
    for my $name (keys %kept) {
        *$name = $kept{$name} if \&$name != $kept{$name};
    }
    %CORE::GLOBAL:: = ();
    delete @main::{qw(die exit)};
    # By name, because the bindings that this text was compiled with are gone.
    *{'CORE::GLOBAL::exit'} = \&own_exit;
    *{'CORE::GLOBAL::die'} = \&own_die;
    delete $SIG{__DIE__};
    listen_to_tests() if $INC{'Test/Builder.pm'} && $tests =~ /\bTest\b/;
    $0 = 'tests.pl';
    offer_solution();
    return $tests;
}

$tests = read_file('/workspace/tests.pl');
$solution = read_file('/workspace/solution.pl');
unlink '/workspace/tests.pl';
if ($tests =~ /\buse\s+Test::(?:More|Simple)\b/) {
    require Test::More;
    %kept = map { subs_of($_) } qw(Test::More Test::Builder Test::Simple);
}
if ('BENCHWRIGHT_FRAMEWORK' eq 'Test') {
    require Test::Builder;
    require '/workspace/test.pl';
    %kept = map { subs_of($_) } qw(Test Test::Builder);
}
sub run { package main; CORE::evalbytes($_[0]) }
@_ = ();
run($solution);
uncaught($@) if $@ && !$done;
CORE::exit($done && !@{[grep { $_->[1] eq 'failed' } @units]} ? 0 : 1) if $done;
