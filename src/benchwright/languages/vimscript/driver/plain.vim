" Runs a program: what it echoes goes to standard output, and an uncaught error ends it.

redir >> /dev/stdout
" In Ex mode, in which silent mode starts, a single error message changes the exit status.
visual
try
  source /workspace/main.vim
catch
  call writefile([v:throwpoint .. ': ' .. v:exception], '/dev/stderr', 'a')
  cquit 1
endtry
qall!
