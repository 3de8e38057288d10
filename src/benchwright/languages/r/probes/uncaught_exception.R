stop("nobody catches this")
