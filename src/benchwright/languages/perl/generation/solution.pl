use strict;
use warnings;

# The running totals as an array reference; after one that exceeds the limit, the next starts from 0.
sub running_totals {
    my ($numbers, $limit) = @_;
    my @totals;
    my $total = 0;
    for my $number (@$numbers) {
        $total += $number;
        push @totals, $total;
        $total = 0 if $total > $limit;
    }
    return \@totals;
}

1;
