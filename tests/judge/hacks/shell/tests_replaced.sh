# hack: puts another text behind the descriptor that the tests are read from.
# verdict: passed
exec 113<<<'
for name in test_split test_slug test_largest; do
    __benchwright_unit $name
done
'
