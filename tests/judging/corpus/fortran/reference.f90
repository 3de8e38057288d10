! Times of day as text and as minutes since midnight.
module times
  implicit none
contains
  integer function minutes(text)
    character(len=*), intent(in) :: text
    integer :: hour, minute
    minutes = -1
    if (len(text) /= 5) return
    if (text(3:3) /= ':') return
    read (text(1:2), '(i2)') hour
    read (text(4:5), '(i2)') minute
    if (hour > 23 .or. minute > 59) return
    minutes = hour * 60 + minute
  end function minutes

  function clock_text(total) result(text)
    integer, intent(in) :: total
    character(len=5) :: text
    integer :: wrapped
    wrapped = modulo(total, 1440)
    write (text, '(i2.2,a,i2.2)') wrapped / 60, ':', mod(wrapped, 60)
  end function clock_text

  integer function between(first, last)
    character(len=*), intent(in) :: first, last
    between = modulo(minutes(last) - minutes(first), 1440)
  end function between
end module times
