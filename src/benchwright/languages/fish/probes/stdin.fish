read -l first second
math $first + $second
read -l word
string upper $word
for argument in $argv
    echo $argument
end
