"""A second judge: the model as a list of colour names, the cards as dictionaries that are filled row by row."""

import re
from collections import Counter
from dataclasses import replace

from flowbench.rules.games.color_swap.records import Row

NUMBER = re.compile("0|[1-9][0-9]*")


def names_after(instance):
    names = [instance.palette[k] for k in instance.colours]
    for card in instance.cards:
        turns_into = {}
        for row in card:
            turns_into[instance.palette[row.source]] = instance.palette[row.target]
        for row in card:
            if row.both:
                turns_into[instance.palette[row.target]] = instance.palette[row.source]
        names = [turns_into.get(name, name) for name in names]
    return names


def wanted(sample):
    """The counts that the question asks for, by field."""
    after = names_after(sample.instance)
    if sample.family == "CS4":
        before = [sample.instance.palette[k] for k in sample.instance.colours]
        same = [a for a, b in zip(before, after, strict=True) if a == b]
        return {"unchanged": len(same), "changed": len(after) - len(same)}
    counts = Counter(after)
    return {name: counts[name] for name in sample.query.colours}


def accepts(sample, text):
    text = text.strip().lower()
    if sample.fmt == "choice":
        letter = text.strip(" ().").upper()
        return letter in tuple("ABCDEF") and sample.options["ABCDEF".index(letter)].split() == names_after(
            sample.instance
        )
    return any(reads_as(part, wanted(sample)) for part in ([text, text[:-1]] if text.endswith(".") else [text]))


def reads_as(text, counts):
    fields = re.split(r"\s*[;,]\s*|\s*\n\s*", re.sub(r"\s*[;,]\s*$", "", text))
    found = []
    for field in fields:
        key, mark, value = (part.strip() for part in re.match(r"([^=:]*)([=:]?)(.*)", field, re.DOTALL).groups())
        if not mark or NUMBER.fullmatch(value) is None:
            return False
        found.append((key, int(value)))
    return sorted(found) == sorted(counts.items())


def equivalents(instance):
    """Colours renumbered, colours renamed, rows in another order and the other way round, an exchange as two rows."""
    count = len(instance.palette)
    order = [(k + 1) % count for k in range(count)]  # the new number of each colour
    moved = tuple(tuple(Row(order[row.source], order[row.target], row.both) for row in card) for card in instance.cards)
    palette = tuple(instance.palette[order.index(k)] for k in range(count))
    renumbered = replace(instance, palette=palette, colours=tuple(order[k] for k in instance.colours), cards=moved)
    renamed = replace(instance, palette=instance.palette[::-1])
    turned = [[Row(row.target, row.source, True) if row.both else row for row in card[::-1]] for card in instance.cards]
    split = [[part for row in card for part in two_rows(row)] for card in instance.cards]
    rewritten = [replace(instance, cards=tuple(map(tuple, cards))) for cards in (turned, split)]
    return [instance, renumbered, renamed, *rewritten]


def two_rows(row):
    return [Row(row.source, row.target, False), Row(row.target, row.source, False)] if row.both else [row]
