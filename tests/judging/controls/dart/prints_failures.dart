// control: prints what looks like failures.
import 'dart:io';
Map<String, int> _count(String text) {
  final found = <String, int>{};
  for (final name in text.split(' ').where((each) => each.isNotEmpty)) {
    found[name] = (found[name] ?? 0) + 1;
  }
  return found;
}

int votes(String text, String name) {
  print('00:00 +0 -1: Some tests failed.');
  stderr.writeln('Unhandled exception: not really');
  return _count(text)[name] ?? 0;
}

/// Most votes first, then by name.
List<String> ranking(String text) {
  final found = _count(text);
  return found.keys.toList()
    ..sort((a, b) => found[a] == found[b] ? a.compareTo(b) : found[b]! - found[a]!);
}

String winner(String text) {
  final names = ranking(text);
  if (names.isEmpty) throw ArgumentError('nobody has voted');
  return names.first;
}
