"""The game in a terminal: telling what happens, and asking a person what to do."""
