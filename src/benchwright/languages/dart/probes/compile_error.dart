void main() {
  int number = 'text';
}
