"""Adds one of everything to benchwright."""
