" Values, texts, buffers, times and other programs.
if json_encode({'a': [1, 2.5]}) !=# '{"a":[1,2.5]}' | throw 'json' | endif
if sort([3, 1, 2], 'n') != [1, 2, 3] || reduce([1, 2], {a, b -> a + b}) != 3 | throw 'lists' | endif
if substitute('abc', '\(b\)', '[\1]', '') !=# 'a[b]c' || matchstr('x12', '\d\+') !=# '12' | throw 'patterns' | endif
if printf('%.2f', sqrt(2.0)) !=# '1.41' || strftime('%Y', 86400) !=# '1970' | throw 'numbers' | endif
if system('echo child') !=# "child\n" | throw 'processes' | endif
call setline(1, ['one', 'two'])
%substitute/o/0/g
if getline(1, '$') != ['0ne', 'tw0'] | throw 'buffers' | endif
function! s:Add(a, b = 2) abort
  return a:a + a:b
endfunction
if call('s:Add', [1]) != 3 || strcharlen('zwölf') != 5 | throw 'functions' | endif
echo 'complete'
