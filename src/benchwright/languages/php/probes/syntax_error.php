<?php
$a = (1 + ;
