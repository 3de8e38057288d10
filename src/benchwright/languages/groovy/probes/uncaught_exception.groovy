throw new IllegalStateException("bad")
