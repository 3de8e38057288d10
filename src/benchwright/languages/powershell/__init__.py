"""PowerShell."""
