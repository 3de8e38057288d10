" The running totals; after one that exceeds the limit, the next starts from 0.
function! RunningTotals(numbers, limit) abort
  let totals = []
  let total = 0
  for number in a:numbers
    let total += number
    call add(totals, total)
    if total > a:limit
      let total = 0
    endif
  endfor
  return totals
endfunction
