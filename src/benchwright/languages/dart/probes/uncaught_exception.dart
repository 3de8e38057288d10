void main() => throw StateError('uncaught');
