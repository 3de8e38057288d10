"""Visual Basic."""
