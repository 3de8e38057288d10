#!/usr/bin/perl -w
# control: uses the newer language.
use v5.36;
use utf8;
binmode STDOUT, ':encoding(UTF-8)';
sub twice($number) { return 2 * $number }
say 'grüße ', twice(2);
die 'utf8' unless length('grüße') == 5;
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
