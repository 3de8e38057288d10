"""Pascal, built by Free Pascal."""
