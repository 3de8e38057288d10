program wrong
  integer :: n = 'text'
end program wrong
