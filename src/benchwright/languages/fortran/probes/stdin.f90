program input
  implicit none
  integer :: first, second, i, code
  character(len=80) :: word
  read *, first, second
  read '(a)', word
  print '(i0)', first + second
  do i = 1, len_trim(word)
    code = iachar(word(i:i))
    if (code >= 97 .and. code <= 122) word(i:i) = achar(code - 32)
  end do
  print '(a)', trim(word)
  do i = 1, command_argument_count()
    call get_command_argument(i, word)
    print '(a)', trim(word)
  end do
end program input
