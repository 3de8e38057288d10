<?php
echo array_sum(explode(' ', trim(fgets(STDIN)))), "\n";
echo mb_strtoupper(stream_get_contents(STDIN));
echo implode("\n", array_slice($argv, 1)), "\n";
