function! TestInput(numbers, limit) abort
  echo string(a:numbers) .. ' ' .. a:limit .. ' -> ' .. string(RunningTotals(a:numbers, a:limit))
endfunction

call TestInput([3, 4, 5], 6)
call TestInput([10, -4, 2], 5)
call TestInput([5, 5, 5], 5)
