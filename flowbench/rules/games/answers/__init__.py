"""Answer grammars: what a written answer may look like, read without mercy and without crashing."""
