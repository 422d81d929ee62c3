"""The history of the tables, run by Alembic; a package so that a wheel carries it."""
