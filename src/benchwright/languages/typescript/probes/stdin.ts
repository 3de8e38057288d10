import { readFileSync } from 'fs';

const lines: string[] = readFileSync(0, 'utf8').trim().split('\n');
console.log(lines[0].split(' ').map(Number).reduce((a: number, b: number): number => a + b));
console.log(lines[1].toUpperCase());
console.log(JSON.stringify(process.argv.slice(2)));
