// control: uses the standard's decorators, accessors, abstract and generic classes, overloads, assertions of types.
function counted<This, Args extends unknown[], Result>(
  target: (this: This, ...args: Args) => Result,
  context: ClassMethodDecoratorContext<This, (this: This, ...args: Args) => Result>,
): (this: This, ...args: Args) => Result {
  return function (...args) {
    calls.set(String(context.name), (calls.get(String(context.name)) ?? 0) + 1);
    return target.apply(this, args);
  };
}
const calls = new Map<string, number>();

export const enum Order { Rising = 1, Falling = -Rising }

abstract class Holder<in out T> {
  protected abstract readonly held: T[];
  declare unused?: string;

  each(): T[];
  each(step: (value: T) => void): T[];
  each(step?: (value: T) => void): T[] {
    this.held.forEach((value) => step?.(value));
    return this.held as unknown as T[];
  }
}

export class Shelf<const T extends { label: string; size: number }> extends Holder<T> {
  protected override readonly held: T[] = [];

  @counted
  put(box: T): this {
    this.held!.push(box);
    return this;
  }

  labels(order = <Order>Order.Rising): string[] {
    return this.each().slice().sort((a, b) => order * (a.size - b.size)).map(({ label }) => label satisfies string);
  }
}

export namespace Sizes {
  let sum = 0;
  export function total<K extends string>(known: { readonly [key in K]: number }): number {
    sum = 0;
    for (const key in known) sum += known[key];
    return sum;
  }
}

export namespace Sizes {
  type Pair = [label: string, size: number];
  export async function measure(labels: readonly string[]) {
    const pairs: Pair[] = labels.map((label): Pair => [label, label.length]);
    return Object.fromEntries(pairs) as { [label: string]: number };
  }
}
