" Runs the solution and the tests, as one script if they are written in the same form of the language, and proves that
" the tests ran to completion. The protocol is described in benchwright/languages/join.py. Errors end the script, as
" they do inside a `try`. The canary detects what a solution could still find by searching
" this process.

redir >> /dev/stdout
" In Ex mode, in which silent mode starts, a single error message changes the exit status.
visual
let s:nonce = readfile('/dev/fd/3')[0]
let s:program = '/workspace/program.vim'
let s:other = '/workspace/tests.vim'
let s:tests = filereadable(s:other) ? readfile(s:other) : []
call delete(s:other)
" The number of lines before the solution's first line and before the tests' first line.
let s:solution_start = 1
let s:tests_start = BENCHWRIGHT_TESTS_START
let s:has_code = BENCHWRIGHT_HAS_CODE
let s:units = []
let s:failures = []
let s:told = 0

function s:Say(...)
  let fields = map(copy(a:000), {_, field -> strcharpart(substitute(field, '[[:cntrl:]]', ' ', 'g'), 0, 200)})
  call writefile([join([s:nonce] + fields, "\t")], '/dev/fd/4', 'a')
endfunction

" The place of a stack frame; empty if it is not the program's.
function s:PlaceOfFrame(frame)
  let name = matchstr(a:frame, '^\%(script \|function \|\)\zs.\{-}\ze\%(\[\d\+\]\|, line \d\+\)\=$')
  let line = str2nr(matchstr(a:frame, '\[\zs\d\+\ze\]$\|, line \zs\d\+$'))
  let file = name
  if name !~ '\.vim$'
    let defined = matchlist(execute('silent! verbose function ' .. name), '\(\S*\.vim\) line \(\d\+\)')
    let file = get(defined, 1, '')
    let line += get(defined, 2, 0)
  endif
  if file ==# s:other
    return 'tests.vim:' .. (line - 1)
  elseif file !=# s:program
    return ''
  endif
  return line > s:tests_start ? 'tests.vim:' .. (line - s:tests_start) : 'solution.vim:' .. (line - s:solution_start)
endfunction

" The innermost place of the program on a stack, such as `script a.vim[3]..function F[2]..G, line 4`.
function s:Place(stack)
  for frame in reverse(split(a:stack, '\.\.'))
    let place = s:PlaceOfFrame(frame)
    if !empty(place)
      return place
    endif
  endfor
  return ''
endfunction

function s:TellUnits()
  let s:told = 1
  for name in s:units[:199]
    call s:Say('unit', name, 'passed', '', '')
  endfor
endfunction

function s:Fail(kind, name, place, message)
  if !s:told
    call s:TellUnits()
    call s:Say('fail', a:kind, a:name, a:place, a:message)
    echomsg a:place .. ': ' .. a:message
  endif
endfunction

" A failed check ends nothing: it only adds an entry to v:errors.
function s:FailedCheck()
  if !empty(s:failures)
    return s:failures[0]
  endif
  if type(v:errors) == v:t_list && !empty(v:errors)
    let [where, message] = matchlist(v:errors[0], '^\(.\{-}\)\%(: \(.*\)\)\=$')[1:2]
    return [s:Place(substitute(where, ' line \(\d\+\)$', ', line \1', '')), message]
  endif
  return []
endfunction

function s:Finish()
  let failed = s:FailedCheck()
  if !empty(failed)
    call s:Fail(failed[0] =~ '^solution' ? 'error' : 'assertion', 'assert', failed[0], failed[1])
  elseif !s:told
    call s:TellUnits()
    call s:Say('end', max([len(s:units), s:has_code]), 0, 0)
  endif
  return !empty(failed)
endfunction

" The program exits: by this driver, by the tests themselves, or by the solution, which proves nothing.
function s:Leaving()
  let place = s:Place(expand('<stack>'))
  if s:told || place !~ '^tests'
    return
  elseif v:exiting
    let failed = s:FailedCheck()
    if empty(failed)
      call s:Fail('exit', 'exit', place, 'status ' .. v:exiting)
    else
      call s:Fail('assertion', 'assert', failed[0], failed[1])
    endif
  elseif s:Finish()
    cquit 1
  endif
endfunction

let s:error = '^Vim\%((.\{-})\)\=:\%(E\d\|Interrupt\)\@='
" Syntax errors. If a text ends too early, the place is unknown.
let s:unfinished = s:error .. 'E\%(170\|171\|600\|990\):'
let s:syntax = s:error .. 'E\%(10\|15\|126\|170\|171\|193\|488\|492\|58\d\|60[0-7]\|990\):'

function s:Uncaught(exception, throwpoint)
  let place = s:Place(a:throwpoint)
  if a:exception !~ s:error
    call s:Fail(place =~ '^tests' ? 'assertion' : 'error', 'throw', place, a:exception)
  else
    let kind = a:exception =~ s:syntax ? 'syntax' : 'error'
    call s:Fail(kind, matchstr(a:exception, 'E\d\+'), a:exception =~ s:unfinished ? '' : place, a:exception)
  endif
endfunction

" Functions that the program calls.
let g:BenchwrightOpened = {-> delete(s:program) + delete(s:other)}

let s:started = 0
function s:Start()
  let s:started = 1
  let v:errors = []
  augroup benchwright
    autocmd!
    autocmd VimLeavePre * call s:Leaving()
  augroup END
  " A failed check is recorded immediately: anybody can change v:errors.
  let g:BenchwrightCheck = function('s:Check')
  let g:BenchwrightUnit = {name -> index(s:units, name) < 0 ? len(add(s:units, name)) : 0}
endfunction
let g:BenchwrightStart = function('s:Start')

function s:Check(line, failed)
  if a:failed
    let message = type(v:errors) == v:t_list && !empty(v:errors) ? v:errors[-1] : ''
    call add(s:failures, ['tests.vim:' .. a:line, matchstr(message, '\%( line \d\+: \)\zs.*')])
  endif
  return a:failed
endfunction

let s:ended = 0
function s:End()
  let s:ended = 1
endfunction
let g:BenchwrightEnd = function('s:End')

try
  execute 'source' s:program
  if s:started && !empty(s:tests)
    call writefile(s:tests, s:other)
    execute 'source' s:other
  endif
catch
  call s:Uncaught(v:exception, v:throwpoint)
  cquit 1
endtry
if s:ended && s:Finish()
  cquit 1
endif
let s:told = 1
qall!
