# control: ends within documentation that nothing closes.
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

=head1 NOTES

die "FAILED";
