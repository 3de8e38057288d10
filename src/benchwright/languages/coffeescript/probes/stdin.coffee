lines = require('fs').readFileSync(0, 'utf8').trim().split '\n'
console.log lines[0].split(' ').map(Number).reduce (a, b) -> a + b
console.log lines[1].toUpperCase()
console.log JSON.stringify process.argv[2..]
