import * as assert from 'assert';
import type { Box } from './solution';
import { Order, Shelf } from './solution';

interface Heavy extends Box {
  readonly weight: number;
}

namespace Sizes {
  export async function testMeasure(): Promise<void> {
    const known: Known = await measure(['fig', 'plum']);
    assert.deepStrictEqual(known, { fig: 3, plum: 4 });
    assert.strictEqual(Sizes.total(known), 7);
  }
}

function testLabels(): void {
  const shelf = new Shelf<Heavy>().put({ label: 'b', size: 2, weight: 9 }).put({ label: 'a', size: 1, weight: 9 });
  assert.deepStrictEqual(shelf.labels(), ['a', 'b']);
  assert.deepStrictEqual(shelf.labels(Order.Falling), ['b', 'a']);
}

const testTotal = (): void => {
  console.assert(Sizes.total({ a: 1, b: 5 } as Sizes.Known) === 6, 'total');
  if (Sizes.total({})! !== 0) throw new Error('nothing has a size');
};

testLabels();
testTotal();
Sizes.testMeasure().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
