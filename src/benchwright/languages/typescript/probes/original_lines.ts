interface Empty {
}

type Alias =
  | string
  | number;

function place<T extends Alias>(
  found: RegExpExecArray | null = /main\.\w+:\d+/.exec(new Error().stack!),
): string {
  return found![0];
}

console.log(place());
