import 'dart:async';
import 'dart:collection';
import 'dart:convert';
import 'dart:isolate';
import 'dart:math';
import 'dart:typed_data';

sealed class Shape {}

class Square extends Shape {
  Square(this.side);
  final double side;
}

class Circle extends Shape {
  Circle(this.radius);
  final double radius;
}

double area(Shape shape) => switch (shape) {
      Square(side: final side) => side * side,
      Circle(radius: final radius) => pi * radius * radius,
    };

Stream<int> squares() async* {
  for (var n = 0; n < 4; n++) {
    yield n * n;
  }
}

void require(bool held, String what) {
  if (!held) throw StateError(what);
}

Future<void> main() async {
  require(BigInt.two.pow(100).toString() == '1267650600228229401496703205376', 'BigInt');
  require(jsonEncode({'a': [1, null]}) == '{"a":[1,null]}', 'JSON');
  require('a1b22'.replaceAll(RegExp(r'\d+'), '#') == 'a#b#', 'RegExp');
  require(area(Square(3)) == 9, 'patterns');
  require(SplayTreeMap.of({2: 'b', 1: 'a'}).keys.join() == '12', 'SplayTreeMap');
  require((await squares().toList()).join(',') == '0,1,4,9', 'Stream');
  require(Uint8List.fromList([257])[0] == 1, 'Uint8List');
  require(await Isolate.run(() => 42) == 42, 'Isolate');
  final (first, second) = (1, 'b');
  require('$first$second' == '1b', 'records');
  require(DateTime.utc(2024, 2, 29).add(const Duration(days: 1)).month == 3, 'DateTime');
  print('complete');
}
