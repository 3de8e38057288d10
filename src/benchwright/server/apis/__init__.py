"""One module for each API; a new one is a new module and no edit here. Each holds `API`, an `Api`."""
