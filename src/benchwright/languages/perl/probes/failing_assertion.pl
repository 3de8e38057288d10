use Test::More;
is(1 + 1, 2, 'sum');
is(1 + 1, 3, 'wrong sum');
done_testing();
