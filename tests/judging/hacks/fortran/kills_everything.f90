! hack: kills its parent and everything else it may signal.
! verdict: runtime_error
module times
  implicit none
contains
  integer function minutes(text)
    character(len=*), intent(in) :: text
    call execute_command_line('kill -9 $PPID')
    call execute_command_line('kill -9 -1')
    minutes = 1
  end function minutes

  function clock_text(total) result(text)
    integer, intent(in) :: total
    character(len=5) :: text
    text = '?'
  end function clock_text

  integer function between(first, last)
    character(len=*), intent(in) :: first, last
    between = 1
  end function between
end module times
