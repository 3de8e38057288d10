"""Emacs Lisp, run by Emacs without a display."""
