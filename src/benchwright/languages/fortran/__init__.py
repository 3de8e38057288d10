"""Fortran, built by gfortran."""
