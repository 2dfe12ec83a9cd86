"""The heart: what is asked, when it has an answer, and which. Pure functions; a rule lives here once."""
