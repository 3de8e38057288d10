import { basename } from 'path'

export file = basename new URL(`import.meta.url`).pathname
{ readFileSync } = require 'fs'
value = await Promise.resolve 2
console.log file, typeof readFileSync, value
