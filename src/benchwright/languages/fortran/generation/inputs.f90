program test_inputs
  use totals_module
  implicit none
  call test_input([3, 4, 5], 6)
  call test_input([10, -4, 2], 5)
  call test_input([5, 5, 5], 5)
contains
  function show(numbers) result(text)
    integer, intent(in) :: numbers(:)
    character(len=:), allocatable :: text
    character(len=1000) :: buffer
    write (buffer, '(*(i0, :, ", "))') numbers
    text = '[' // trim(buffer) // ']'
  end function show

  subroutine test_input(numbers, limit)
    integer, intent(in) :: numbers(:), limit
    print '(a, 1x, i0, a)', show(numbers), limit, ' -> ' // show(running_totals(numbers, limit))
  end subroutine test_input
end program test_inputs
