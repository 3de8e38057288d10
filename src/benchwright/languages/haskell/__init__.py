"""Haskell, built by GHC."""
