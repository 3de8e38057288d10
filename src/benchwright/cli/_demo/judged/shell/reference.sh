longest_run() {
  local text=$1 best= run= letter
  while [[ -n $text ]]; do
    letter=${text:0:1} text=${text:1}
    [[ ${run:0:1} == "$letter" ]] || run=
    run+=$letter
    if (( ${#run} > ${#best} )); then best=$run; fi
  done
  printf '%s\n' "$best"
}
