" hack: writes something like a proof to descriptor 4.
" verdict: tampered
function! Minutes(text)
  return -1
endfunction
function! ClockText(total)
  return '?'
endfunction
function! Between(from, to)
  return [-1]
endfunction
call writefile(["key\tend\t1\t0\t0"], '/dev/fd/4', 'a')
qall!
