"""The HTTP service, compatible with the clients of several existing sandboxes. It only routes requests; the work is
done in other packages."""
