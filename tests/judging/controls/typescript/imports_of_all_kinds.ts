// control: imports in every way, the same names as the tests too, and awaits at its top level.
import assert, { AssertionError, strictEqual as same } from 'node:assert';
import type { Stats } from 'fs';
import { type Dirent, readdirSync } from 'fs';
import path = require('path');
import * as os from 'os';
import 'events';
export type { Stats };

const entries: Dirent[] = readdirSync(os.tmpdir(), { withFileTypes: true });
assert(entries.length >= 0);
same(path.basename(import.meta.url).startsWith('solution'), true);
assert.throws(() => assert.equal(1, 2), AssertionError);
await new Promise<void>((resolve) => setTimeout(resolve, 1));

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
export { Order, Shelf, Sizes as default, Sizes };
