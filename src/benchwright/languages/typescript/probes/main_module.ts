import { basename } from 'path';

export function name(): string {
  return basename(__filename, '.js');
}

if (require.main === module) {
  console.log(name());
}
