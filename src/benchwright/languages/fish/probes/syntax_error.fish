echo never
if true
    echo never
