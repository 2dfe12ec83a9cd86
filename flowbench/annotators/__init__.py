"""Labels of a transition: depth, optical flow, segmentation, words, and the whole item."""
