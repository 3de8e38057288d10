// control: prints words of failure and megabytes, throws and catches, and registers hooks.
process.on('exit', (code: number) => console.log('exit', code, 'FAILED'));
for (let i = 0; i < 50; i++) console.log('FAILED '.repeat(15_000));
console.error('AssertionError\n    at testTotal (/workspace/tests.ts:24:3)');
console.assert(false, 'only printed');
try {
  require('assert').strictEqual(1, 2);
} catch (error: any) {
  console.error(error.message);
}
process.on('uncaughtException', (error: Error): never => process.exit(1));
process.exitCode = 0;

enum Order { Rising = 1, Falling = -1 }
type Box = { label: string; size: number };

class Shelf<T extends Box> {
  private boxes: T[] = [];

  put(box: T): this {
    this.boxes.push(box);
    return this;
  }

  labels(order: Order = Order.Rising): string[] {
    return this.boxes.sort((a, b) => order * (a.size - b.size)).map((box) => box.label);
  }
}

namespace Sizes {
  export const total = (known: Record<string, number>): number => Object.values(known).reduce((a, b) => a + b, 0);
  export const measure = async (labels: string[]): Promise<Record<string, number>> =>
    Object.fromEntries(labels.map((label) => [label, label.length]));
}
