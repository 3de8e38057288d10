"""Nim, built through C."""
