vim9script
def Sum(numbers: list<number>): number
  var total = 0
  for n in numbers
    total += n
  endfor
  return total
enddef
if Sum([1, 2, 3]) == 6
  echo 'complete'
endif
