" control: has functions with the names that the tests give to theirs, and a main.
function! Minutes(text) abort
  let parts = matchlist(a:text, '^\(\d\d\):\(\d\d\)$')
  if empty(parts) || parts[1] > 23 || parts[2] > 59
    throw 'no time: ' .. a:text
  endif
  return parts[1] * 60 + parts[2]
endfunction

function! ClockText(total) abort
  let total = (a:total % 1440 + 1440) % 1440
  return printf('%02d:%02d', total / 60, total % 60)
endfunction

function! Between(from, to) abort
  return [(Minutes(a:to) - Minutes(a:from) + 1440) % 1440]
endfunction
function! Same(got, want)
  throw 'not for the tests'
endfunction
function! TestMinutes()
  cquit 3
endfunction
function! s:Main()
  cquit 4
endfunction
if exists('g:started_as_program')
  call s:Main()
endif
