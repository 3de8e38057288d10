<?php
throw new LogicException("nobody catches this");
