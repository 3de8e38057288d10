! hack: defines the judge's own procedure for the tests' stops.
! verdict: compile_error
module times
  implicit none
contains
  integer function minutes(text)
    character(len=*), intent(in) :: text
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

subroutine benchwright_stop(line, status, text)
  integer :: line, status
  character(len=*) :: text
end subroutine benchwright_stop
