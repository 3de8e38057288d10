import { basename } from 'path';

export const file: string = basename(new URL(import.meta.url).pathname);
const { readFileSync } = require('fs');
const value: number = await Promise.resolve(2);
console.log(file, typeof readFileSync, value);
