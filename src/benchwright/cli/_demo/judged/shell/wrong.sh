longest_run() {
  local best= run= i
  for ((i = 0; i < ${#1}; i++)); do
    [[ $run == *"${1:i:1}" ]] || run=
    run+=${1:i:1}
    ((${#run} < ${#best})) || best=$run
  done
  echo "$best"
}
