// Boxes on shelves, with an enumeration, generics and a namespace that the tests add to.
import * as assert from 'assert';

export enum Order {
  Rising = 1,
  Falling = -1,
}

export interface Box {
  readonly label: string;
  size: number;
}

export class Shelf<T extends Box> {
  constructor(private readonly boxes: T[] = []) {}

  put(box: T): this {
    assert.ok(box.size >= 0);
    this.boxes.push(box);
    return this;
  }

  labels(order: Order = Order.Rising): string[] {
    return [...this.boxes].sort((a, b) => order * (a.size - b.size)).map((box) => box.label);
  }
}

export namespace Sizes {
  export type Known = Record<string, number>;

  export function total(known: Known): number {
    return Object.values(known).reduce((sum, size) => sum + size, 0);
  }

  export async function measure(labels: Iterable<string>): Promise<Known> {
    const known: Known = {};
    for (const label of labels) known[label] = await Promise.resolve(label.length);
    return known;
  }
}
