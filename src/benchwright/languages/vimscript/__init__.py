"""Vimscript, run by Vim in silent Ex mode."""
