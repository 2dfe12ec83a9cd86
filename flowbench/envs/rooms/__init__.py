"""Room environments: positioning, observation, and one file a category."""
