"""Racket."""
