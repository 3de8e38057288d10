import 'dart:convert';
import 'dart:io';

void main(List<String> args) {
  print(stdin.readLineSync()!.split(' ').map(int.parse).reduce((a, b) => a + b));
  print(stdin.readLineSync(encoding: utf8)!.toUpperCase());
  args.forEach(print);
  exitCode = stdin.readLineSync() == null ? 0 : 1;
}
