(error "nobody handles this")
