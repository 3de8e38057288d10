program fails
  integer :: n
  read *, n
  print *, n
end program fails
