"""Grading: answers in words, predicted flow and pictures, statistics, and baselines that know too little."""
