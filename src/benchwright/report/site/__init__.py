"""The explorer: result files as a site that a browser opens from disk."""
