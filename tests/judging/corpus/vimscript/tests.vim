function! Same(got, want)
  if a:got != a:want
    throw 'got ' .. string(a:got)
  endif
endfunction

function! TestMinutes()
  call assert_equal(570, Minutes('09:30'))
  if assert_equal(Minutes('00:00'), 0) | cq | endif
  call assert_fails("call Minutes('24:61')", 'no time')
endfunction

call TestMinutes()
call assert_equal('09:30', ClockText(570), 'clock')
if ClockText(-60) !=# '23:00'
  echo 'before midnight'
  cquit 2
endif
call Same(Between('22:30', '06:00'), [450])
call assert_true(ClockText(0) ==# '00:00')
exit(0)
