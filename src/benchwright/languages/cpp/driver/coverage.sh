# Runs the program and reports with gcov what it executed: coverage.sh COMPILER, in the work folder.
./.program
status=$?
gcov=$("$1" -print-prog-name=gcov)
if command -v "$gcov" >/dev/null; then
  find . -name '*.gcda' -exec "$gcov" --json-format --stdout {} + 2>/dev/null >benchwright_coverage.json
fi
exit "$status"
