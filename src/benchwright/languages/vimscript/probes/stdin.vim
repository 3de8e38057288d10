let lines = readfile('/dev/stdin')
let numbers = map(split(lines[0]), 'str2nr(v:val)')
echo numbers[0] + numbers[1]
echo toupper(lines[1])
for argument in argv()
  echo argument
endfor
