" control: keeps what it knows in variables of the script.
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
let s:day = 1440
const s:hour = 60
let g:times = {'noon': 720}
function! g:times.Get(name) dict
  return self[a:name]
endfunction
let s:double = {x -> x * 2}
if s:double(360) != g:times.Get('noon')
  throw 'noon'
endif
