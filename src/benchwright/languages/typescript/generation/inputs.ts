function show(numbers: number[]): string {
  return `[${numbers.join(', ')}]`;
}

function testInputs(): void {
  const inputs: [number[], number][] = [[[3, 4, 5], 6], [[10, -4, 2], 5], [[5, 5, 5], 5]];
  for (const [numbers, limit] of inputs) {
    console.log(`${show(numbers)} ${limit} -> ${show(runningTotals(numbers, limit))}`);
  }
}

testInputs();
