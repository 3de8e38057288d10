read -r first second
echo $((first + second))
read -r word
echo "${word^^}"
echo "$# $2"
