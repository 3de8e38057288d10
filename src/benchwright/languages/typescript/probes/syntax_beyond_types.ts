enum Color { Red, Green = 4 }
const enum Size { Small = 3 }

namespace Shapes {
  export const known: boolean = true;
}

class Point {
  constructor(private readonly x: number, protected y = 0) {}

  get left(): number {
    return this.x;
  }
}

function logged(value: Function, context: ClassMethodDecoratorContext) {
  return function (this: unknown, ...args: unknown[]) {
    return `${context.kind === 'method' ? 'logged' : ''} ${value.apply(this, args)}`;
  };
}

abstract class Base {
  abstract name(): string;
}

class Old extends Base {
  @logged
  override name(): string {
    return <string>'old';
  }
}

console.log(Color[4], new Point(Size.Small).left, Shapes.known satisfies boolean, new Old().name());
