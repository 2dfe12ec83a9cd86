"""Block Counting: a pile of cubes seen from one corner; how many are there, also where nothing is seen of them?"""
