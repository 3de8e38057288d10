"""Common Lisp, run by SBCL."""
