<?php
echo "before\n";
assert(1 + 1 === 3);
echo "after\n";
