use strict;
use warnings;

sub check {
    my ($got, $want, $what) = @_;
    die "$what: expected $want, got $got\n" unless $got eq $want;
}

sub test_tally {
    my $counts = tally([qw(a b a)]);
    check($counts->{a}, 2, 'counts');
    check(join(',', sort keys %$counts), 'a,b', 'words');
    die 'a number is no list' if eval { tally(5); 1 };
}

sub test_longest {
    die 'longest' unless longest([qw(fig plum kiwi)]) eq 'plum';
    die 'nothing' if defined longest([]);
}

test_tally();
test_longest();
if (clamp(7, 1, 5) != 5) {
    print "clamp\n";
    exit 1;
}
die 'inside' unless clamp(3, 1, 5) == 3;
