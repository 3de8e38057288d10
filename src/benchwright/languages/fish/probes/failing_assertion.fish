# Nothing stops a script but itself: a check says what follows when it fails.
echo before
test 1 = 2; or exit 1
echo after
