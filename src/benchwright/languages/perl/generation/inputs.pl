use strict;
use warnings;

sub show { return '[' . join(', ', @{ $_[0] }) . ']' }

sub test_inputs {
    for my $input ([[3, 4, 5], 6], [[10, -4, 2], 5], [[5, 5, 5], 5]) {
        my ($numbers, $limit) = @$input;
        print show($numbers), " $limit -> ", show(running_totals($numbers, $limit)), "\n";
    }
}

test_inputs();
