program fails
  print '(a)', 'before'
  error stop 'no'
end program fails
