"""Rules of the room categories: usable movers and landmarks, proposals, labels, presets."""
