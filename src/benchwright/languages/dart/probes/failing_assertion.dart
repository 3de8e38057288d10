void main() {
  print('before');
  assert(1 + 1 == 3);
  print('after');
}
