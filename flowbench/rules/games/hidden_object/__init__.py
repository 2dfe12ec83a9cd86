"""Hidden Object: how many of a kind are in a crowded scene, and where?"""
