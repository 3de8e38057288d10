program leaves
  stop 3
end program leaves
