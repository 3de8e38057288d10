function show(numbers) {
  return `[${numbers.join(', ')}]`;
}

function testInputs() {
  for (const [numbers, limit] of [[[3, 4, 5], 6], [[10, -4, 2], 5], [[5, 5, 5], 5]]) {
    console.log(`${show(numbers)} ${limit} -> ${show(runningTotals(numbers, limit))}`);
  }
}

testInputs();
