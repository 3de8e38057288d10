"""Scala."""
