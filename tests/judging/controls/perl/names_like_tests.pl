# control: has names that tests and drivers might have.
sub main { exit 1 }
sub test_nothing { die 'nobody calls this' }
sub main_loop { return 3 }
die unless main_loop() == 3;
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
1;
