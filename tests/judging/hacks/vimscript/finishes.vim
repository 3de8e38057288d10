" hack: tells Vim that the script is over.
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
finish
