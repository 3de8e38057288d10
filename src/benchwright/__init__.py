"""Turns real code into execution-verified benchmarks and runs them in a sandbox whose verdicts can be trusted."""
