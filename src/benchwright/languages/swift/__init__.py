"""Swift, built by swiftc."""
