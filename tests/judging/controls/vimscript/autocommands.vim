" control: has autocommands, commands, mappings and other programs.
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
augroup times
  autocmd!
  autocmd VimLeave * let g:bye = 1
  autocmd User Times echo 'times'
augroup END
doautocmd User Times
command! -nargs=1 Clock echo ClockText(<args>)
Clock 90
nnoremap x :qall!<CR>
call system('exit 3')
