" Runs a program: what it echoes goes to the standard output, and an error that nobody catches ends it.

redir >> /dev/stdout
" In Ex mode, where silence comes from, one error message is enough for another status at the end.
visual
try
  source /workspace/main.vim
catch
  call writefile([v:throwpoint .. ': ' .. v:exception], '/dev/stderr', 'a')
  cquit 1
endtry
qall!
