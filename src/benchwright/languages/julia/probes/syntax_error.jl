function f(
