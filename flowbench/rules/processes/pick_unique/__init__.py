"""Pick Unique: find the one item that has no copy and put it into the tray."""
