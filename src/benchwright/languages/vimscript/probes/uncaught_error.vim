echo "before"
let x = undefined_name
echo "after"
