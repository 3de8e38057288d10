"""An example plugin with one of each kind of extension."""
