// control: has names of its own that are also those of globals or of the tests.
const assert = null;
const console = { log(): void {} };
class Error extends globalThis.Error {}
type Heavy = string;
const testLabels = (): never => {
  throw new Error('not a test');
};
function testTotal(): void {}
let test: unknown, name: string | undefined, $Sizes = 1, total = 'mine';

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
