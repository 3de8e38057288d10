function! TestRunningTotals() abort
  call assert_equal([3, 7, 5], RunningTotals([3, 4, 5], 6))
  call assert_equal([10, -4, -2], RunningTotals([10, -4, 2], 5))
  call assert_equal([5, 10, 5], RunningTotals([5, 5, 5], 5))
endfunction

call TestRunningTotals()
