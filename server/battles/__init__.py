"""The use cases: creating, commanding, reading, branching. Knows no HTTP."""
