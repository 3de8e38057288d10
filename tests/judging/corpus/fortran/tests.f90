program test_times
  use times
  implicit none
  if (minutes('09:30') /= 570) error stop 1
  if (minutes('24:61') /= -1) then
    print *, 'no time'
    stop 2
  end if
  call check(clock_text(570), '09:30')
  call check(clock_text(-60), '23:00')
  if (between('22:30', '06:00') /= 450) call exit(3)
  print *, 'all tests passed'
contains
  subroutine check(got, want)
    character(len=*), intent(in) :: got, want
    if (got /= want) then
      print *, 'Assertion failed: ', got
      stop
    end if
  end subroutine check
end program test_times
