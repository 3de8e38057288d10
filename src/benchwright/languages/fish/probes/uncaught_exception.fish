# An error does not stop a script either. It is seen in the status if it was the last command.
echo before
set -l numbers 1 2
echo $numbers[0]
