"""Groovy."""
