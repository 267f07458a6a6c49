"""Comparisons: pairs, units, intervals, tests."""
