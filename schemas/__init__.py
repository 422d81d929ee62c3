"""The words: what is said, written down and answered. This folder imports nothing of the house."""
