// Runs the tests against the solution and proves that they ran to completion.
//
// The protocol is described in benchwright/languages/join.py. Both parts run in a separate isolate, which shares no
// memory with this one: it cannot reach the nonce, and this isolate is notified when that one has nothing left to do.
import 'dart:async';
import 'dart:ffi';
import 'dart:io';
import 'dart:isolate';

import 'entries.dart';
import 'judge.dart' as judge;

const ours = ['main.dart', 'judge.dart', 'entries.dart', 'solution.dart', 'tests.dart', 'main.dill'];
final frame = RegExp(r'file:///workspace/(solution|tests)\.dart:(\d+)');

String clean(Object? value) {
  final text = '$value'.replaceAll(RegExp(r'[\x00-\x1f]'), ' ');
  return text.length > 200 ? text.substring(0, 200) : text;
}

String placeIn(String stack) {
  final found = frame.firstMatch(stack);
  return found == null ? '' : '${found[1]}.dart:${found[2]}';
}

/// The message of an error, and whether it is a failed check: an assertion in the tests, or what their text threw.
List<Object> describe(Object error, StackTrace trace) {
  final stack = '$trace';
  final place = placeIn(stack);
  final thrownHere = stack.split('\n').first.contains('file:///workspace/tests.dart');
  final byRuntime = error is TypeError || error is NoSuchMethodError;
  final isCheck = place.startsWith('tests') && (error is AssertionError || thrownHere && !byRuntime);
  final name = '${error.runtimeType}'.replaceFirst(RegExp('^_+'), '');
  final message = error is AssertionError && error.message != null ? error.message : error;
  return ['fail', isCheck ? 'assertion' : 'error', name, place, clean(message), '$error\n$stack'];
}

/// The isolate that runs the tests.
void run(SendPort driver) {
  judge.connect(driver);
  runZonedGuarded(() async {
    for (final entry in entries.values) {
      final Object? result = entry is Function() ? entry() : (entry as dynamic)(<String>[]);
      if (result is Future) await result;
    }
    driver.send(['done', judge.exitCode]);
  }, (error, stack) {
    driver.send(describe(error, stack));
    Isolate.exit();
  });
}

Future<void> main() async {
  final close = DynamicLibrary.process().lookupFunction<Int32 Function(Int32), int Function(int)>('close');
  final input = File('/proc/self/fd/3').openSync();
  final nonce = String.fromCharCodes(input.readSync(64)).trim();
  input.closeSync();
  final reply = File('/proc/self/fd/4').openSync(mode: FileMode.writeOnly); // another number, closed in children
  close(3);
  close(4);
  for (final name in ours) {
    File('/workspace/$name').deleteSync();
  }

  void say(List<Object> fields) => reply.writeStringSync('${[nonce, ...fields].join('\t')}\n');
  var done = false;
  List<Object>? fault;
  final port = ReceivePort();
  await Isolate.spawn(run, port.sendPort, onExit: port.sendPort, errorsAreFatal: true);
  await for (final message in port) {
    if (message == null) break; // it has exited
    switch (message) {
      case ['done' || 'exit', final int status, ...]:
        done = true;
        final place = message.length > 2 ? placeIn('${message[2]}') : '';
        if (status != 0) fault ??= ['fail', 'exit', 'exit', place, 'status $status'];
      case ['fail', ...final List<Object?> fields]:
        fault ??= ['fail', ...fields.take(4).map(clean)];
        stderr.writeln('Unhandled exception:\n${fields.last}');
    }
  }
  port.close();
  await Future.wait([stdout.flush(), stderr.flush()]);
  if (fault != null) {
    say(fault);
    exit(1);
  }
  if (done) say(['end', entries.length, 0, 0]);
  exit(0);
}
