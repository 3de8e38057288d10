"""Scheme."""
