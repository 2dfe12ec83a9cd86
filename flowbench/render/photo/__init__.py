"""The quality `photo`: soft shadows, light thrown back by the room, contact shadows, a tone curve, smooth edges."""
