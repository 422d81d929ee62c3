"""The battle server: rulebooks, storage, use cases and doors."""
