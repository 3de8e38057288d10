// control: uses records, patterns, extensions and sealed classes.
sealed class Result {}

class Nobody extends Result {}

class Elected extends Result {
  Elected(this.name);
  final String name;
}

extension on String {
  Iterable<String> get words => split(' ').where((each) => each.isNotEmpty);
}

List<(String, int)> _count(String text) => [
      for (final name in text.words.toSet()) (name, text.words.where((each) => each == name).length),
    ];

int votes(String text, String name) {
  for (final (each, found) in _count(text)) {
    if (each == name) return found;
  }
  return 0;
}

List<String> ranking(String text) {
  final found = _count(text)..sort((a, b) => a.$2 == b.$2 ? a.$1.compareTo(b.$1) : b.$2 - a.$2);
  return [for (final (name, _) in found) name];
}

Result _elected(String text) => switch (ranking(text)) {
      [final first, ...] => Elected(first),
      _ => Nobody(),
    };

String winner(String text) => switch (_elected(text)) {
      Elected(:final name) => name,
      Nobody() => throw ArgumentError.value(text),
    };
