"""Ada, built by GNAT."""
