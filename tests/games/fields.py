"""Named fields read a second time, for referees: by splitting at keys, with none of the grammars."""

import re


def read_fields(text, keys):
    """key -> what stands after it; None when a key is missing, doubled or unknown."""
    found = list(re.finditer(rf"(?:^|[;,\n])\s*({'|'.join(map(re.escape, keys))})\s*[=:]", text))
    if not found or text[: found[0].start()].strip() or sorted(match[1] for match in found) != sorted(keys):
        return None
    ends = [match.start() for match in found[1:]] + [len(text)]
    return {match[1]: text[match.end() : end].strip() for match, end in zip(found, ends, strict=True)}


def endings(text):
    """What an answer may mean: it as it is, and without the full stop and the separator after it."""
    return {re.sub(end, "", text) for end in (r"$", r"\s*\.$", r"\s*[;,]$", r"\s*[;,]\s*\.$")}
