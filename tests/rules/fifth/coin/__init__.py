"""coin: a fifth system, for the test that such a folder is all it takes."""
