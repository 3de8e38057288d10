"""Tcl, run by tclsh."""
