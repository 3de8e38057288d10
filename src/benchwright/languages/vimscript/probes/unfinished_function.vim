echo "before"
function! F()
  return 1
