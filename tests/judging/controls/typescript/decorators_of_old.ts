// control: uses the decorators of old, parameter properties and a class that a namespace adds to.
function logged(target: object, key: string, descriptor: PropertyDescriptor): PropertyDescriptor {
  const real = descriptor.value;
  return { ...descriptor, value(this: object, ...args: unknown[]) { return real.apply(this, args); } };
}

function named(name: string) {
  return (constructor: Function): void => {
    Object.defineProperty(constructor, 'title', { value: name });
  };
}

export enum Order { Rising = 'up', Falling = 'down' }

@named('shelf')
export class Shelf {
  constructor(public boxes: Shelf.Box[] = [], readonly most?: number) {}

  @logged
  put(box: Shelf.Box) {
    this.boxes.push(box);
    return this;
  }

  @logged
  labels(order: string) {
    const sorted = [...this.boxes].sort((a, b) => a.size - b.size).map((box) => box.label);
    return order === Order.Falling ? sorted.reverse() : sorted;
  }
}

export namespace Shelf {
  export interface Box { label: string; size: number }
}

export module Sizes {
  export function total(known: object): number {
    return Object.values(known).reduce((a, b) => a + b, 0);
  }
  export function measure(labels: string[]) {
    return new Promise((resolve) => resolve(Object.fromEntries(labels.map((label) => [label, label.length]))));
  }
}
