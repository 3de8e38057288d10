"""Tables, plots and web pages of problems and results."""
