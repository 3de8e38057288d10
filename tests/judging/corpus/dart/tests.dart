import 'dart:io';

void check(Object? got, Object? wanted) {
  if (got != wanted) throw StateError('$got instead of $wanted');
}

void testVotes() {
  check(votes('ann bob ann', 'ann'), 2);
  assert(ranking('cid bob ann bob').join(',') == 'bob,ann,cid', 'votes, then name');
}

Future<void> testWinner() async {
  var refused = false;
  try {
    winner(' ');
  } on ArgumentError {
    refused = true;
  }
  assert(refused);
  await Future.delayed(const Duration(milliseconds: 1));
  if (winner('eve dan eve') != 'eve') {
    stderr.writeln('another winner');
    exit(1);
  }
}

Future<void> main() async {
  testVotes();
  await testWinner();
}
