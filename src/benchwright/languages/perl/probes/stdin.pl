my $sum = 0;
$sum += $_ for split ' ', <STDIN>;
print "$sum\n", uc(<STDIN>), map { "$_\n" } @ARGV;
