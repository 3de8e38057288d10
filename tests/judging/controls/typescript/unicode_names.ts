#!/usr/bin/env node
// control: begins with a line for the shell, has other scripts in its names and ends without a newline.
const größe = (wort: string): number => wort.length;
const 𝓐 = 'ß Ⅷ 😀 \0   ${}';
const λ: RegExp = /\p{L}+/u;
if (!λ.test(𝓐) || größe('ab') !== 2) throw new Error('no');

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
// the end: { ` ( /*