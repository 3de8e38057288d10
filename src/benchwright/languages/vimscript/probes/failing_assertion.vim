echo "before"
if assert_equal(3, 1 + 1)
  cquit
endif
