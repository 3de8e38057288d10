"""D, built by LDC."""
