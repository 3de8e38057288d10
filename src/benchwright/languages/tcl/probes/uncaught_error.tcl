puts before
error "nobody catches this"
