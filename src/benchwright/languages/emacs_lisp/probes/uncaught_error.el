(error "Nobody handles this")
