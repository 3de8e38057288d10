"""CoffeeScript."""
