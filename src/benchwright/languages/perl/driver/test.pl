# The old module Test, on top of Test::Builder, to which every result is reported.

package Test;

require Exporter;
our @ISA       = ('Exporter');
our @EXPORT    = qw(plan ok skip);
our @EXPORT_OK = qw($ntest $TESTOUT $TESTERR);
our ($ntest, $TestLevel, $TESTOUT, $TESTERR) = (1, 0, *STDOUT{IO}, *STDERR{IO});
my ($builder, $planned, %todo) = Test::Builder->new;

sub plan {
    my %given = @_;
    my $tests = $given{tests} || $given{test};
    $builder->plan($tests ? (tests => $tests) : 'no_plan');
    %todo = map { $_ => 1 } @{ $given{todo} || $given{failok} || [] };
    $planned = 1;
    return;
}

sub value { return ref $_[0] eq 'CODE' ? $_[0]->() : $_[0] }

sub holds {
    my ($got, $expected) = @_;
    return $got if @_ < 2;
    return !defined $got if !defined $expected;
    return 0 if !defined $got;
    return $got =~ $expected if ref $expected eq 'Regexp';
    return $got =~ /$2/ if $expected =~ m{^(/)(.+)/$}s || $expected =~ /^m([^\w\s])(.+)\1$/s;
    return $got eq $expected;
}

sub ok ($;$$) {
    die "ok: plan before you test!\n" if !$planned;
    my $held = holds(map { value($_) } @_[0 .. ($#_ < 1 ? $#_ : 1)]);
    local $Test::Builder::Level = $Test::Builder::Level + $TestLevel;
    my $expected_to_fail = $todo{$ntest++};
    $builder->todo_start('expected') if $expected_to_fail;
    $builder->ok($held);
    $builder->diag('got ' . $builder->explain($_[0])) if !$held && @_ > 1;
    $builder->todo_end if $expected_to_fail;
    return $held;
}

sub skip ($;$$$) {
    my $reason = value(shift);
    local $TestLevel = $TestLevel + 1;
    return &ok if !$reason;
    $ntest++;
    $builder->skip($reason =~ /^\d*$/ ? '' : $reason);
    return 1;
}

$INC{'Test.pm'} = 'test.pl';
1;
