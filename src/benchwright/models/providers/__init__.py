"""One module per provider, each with `open(name: str, options: ModelOptions) -> Source`."""
