"""Games: pure state machines with generators, proving solvers, pictures, and families of questions with verifiers.

`game` says what a game is, `family` what a family of questions is, `table` finds a game by name. A game's own files are
in a folder of its name.
"""
