program hello
  print '(a)', 'hello'
end program hello
