# control: has several packages and private variables, and goes back to none of them.
use strict;
package Counter { my $count = 0; sub next { return ++$count } }
package Words;
sub new { return bless {}, shift }
sub check { return 5 }
package main;
my $shared = Words->new;
die unless $shared->check == 5 && Counter->next == 1;
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
