import std.stdio;

void testInput(int[] numbers, int limit) {
    writeln(numbers, " ", limit, " -> ", runningTotals(numbers, limit));
}

void main() {
    testInput([3, 4, 5], 6);
    testInput([10, -4, 2], 5);
    testInput([5, 5, 5], 5);
}
