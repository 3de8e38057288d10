program test_totals
  use totals_module
  implicit none
  if (any(running_totals([3, 4, 5], 6) /= [3, 7, 5])) error stop 'an exceeding total'
  if (any(running_totals([10, -4, 2], 5) /= [10, -4, -2])) error stop 'negative numbers'
  if (any(running_totals([5, 5, 5], 5) /= [5, 10, 5])) error stop 'a total at the limit'
end program test_totals
