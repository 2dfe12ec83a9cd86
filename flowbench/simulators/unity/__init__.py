"""The backend "ai2thor": environments on AI2-THOR's own client, and so on Unity or whatever answers in its place."""
