"""The doors: HTTP routes, problems, tokens. Knows no rule and no SQL."""
