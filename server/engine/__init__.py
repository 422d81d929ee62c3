"""Mechanism that all rule systems share. Knows no storage, no HTTP, no clock, no randomness."""
