#!/bin/bash
set -euo pipefail

longest_run() {
  local best='' run='' i
  for ((i = 0; i < ${#1}; i++)); do
    if [[ $run != *"${1:i:1}" ]]; then run=''; fi
    run+=${1:i:1}
    if ((${#run} > ${#best})); then best=$run; fi
  done
  echo "$best"
}
