# control: dies and catches errors of all kinds.
use strict;
for my $fail (sub { die { code => 5 } }, sub { die "no\n" }, sub { my $x = 1 / 0 }, sub { Nothing->new }) {
    eval { $fail->(); 1 } and die 'nothing died';
}
eval 'my $x = (1 + ;';
local $@ = 'left over';
sub tally {
    my ($words) = @_;
    die "no list\n" unless ref $words eq "ARRAY";
    my %counts;
    $counts{$_}++ for @$words;
    return \%counts;
}

sub longest {
    my @sorted = sort { length($b) <=> length($a) } @{ $_[0] };
    return $sorted[0];
}

sub clamp {
    my ($number, $low, $high) = @_;
    return $number < $low ? $low : $number > $high ? $high : $number;
}
