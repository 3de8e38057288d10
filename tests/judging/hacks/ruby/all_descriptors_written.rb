# hack: writes a proof of its own making to all descriptors.
# verdict: tampered
(3..255).each do |number|
  IO.for_fd(number, 'w', autoclose: false).syswrite("#{'0' * 32}\tend\t3\t0\t0\n")
rescue SystemCallError, ArgumentError
  nil
end
exit!(0)
