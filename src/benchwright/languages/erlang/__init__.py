"""Erlang."""
