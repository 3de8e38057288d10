module totals_module
  implicit none
contains
  ! The running totals; after one that exceeds the limit, the next starts from 0.
  function running_totals(numbers, limit) result(totals)
    integer, intent(in) :: numbers(:), limit
    integer :: totals(size(numbers))
    integer :: i, total

    total = 0
    do i = 1, size(numbers)
      total = total + numbers(i)
      totals(i) = total
      if (total > limit) total = 0
    end do
  end function running_totals
end module totals_module
