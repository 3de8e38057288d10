test_longest_run() {
  [[ $(longest_run abbcccd) == "ccc" ]] || exit 1
  [[ $(longest_run aabb) == "aa" ]] || exit 1
  [[ $(longest_run "") == "" ]] || exit 1
}

test_longest_run
