"""Other words for a question, from a language model, accepted only where they ask the same.

What is sent is the question's text, and the texts of options that are names of objects; never an answer, a picture or a
place. What comes back passes `recheck` as a whole, or the template's words stay.
"""

import json
from dataclasses import dataclass
from typing import Any, Literal

from flowbench import registry
from flowbench.annotators.names import name_of
from flowbench.annotators.recheck import choice_objection, objection
from flowbench.annotators.wording import plain
from flowbench.errors import BadValue
from flowbench.records import Item, Question
from flowbench.seeding import generator

Source = Literal["model", "template"]

PROMPT = """You reword questions about a picture. You get JSON with the keys "text" and "choices".
Reply with JSON of the same keys and nothing else: "text" asks the same in other words, "choices" has the same options
in the same order.
Rules for "text":
- One or two sentences that end in one question mark. No quotes, brackets, lists or markup.
- Copy every object's name, every number with its unit and every direction letter by letter. A length and its direction
  stay together ("0.40 m to the left").
- Keep objects, and also numbers, in the order in which they come. Name no other object and describe none.
- Whoever hides, touches or is nearest stays the subject: never turn active into passive, or a claim into its negation.
- Do not answer the question, and give no hint.
Rules for "choices": change articles alone. An empty list stays empty."""
MAX_SEED = 1 << 31


@dataclass(frozen=True)
class Rewording:
    """The words of a question.

    Attributes:
        source: "model", or "template" where the model's words were refused or there are none.
        reason: why they are the template's; "" for the model's.
    """

    text: str
    choices: tuple[str, ...]
    source: Source
    reason: str = ""


@dataclass(frozen=True)
class Manner:
    """How a model is asked: its name, how freely it writes (0 to 2), and the run's seed.

    Raises:
        BadValue: for an empty name, or a temperature outside 0 to 2.
    """

    model: str
    temperature: float = 0.7
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.model.strip():
            raise BadValue("The model must have a name.")
        if not 0.0 <= self.temperature <= 2.0:
            raise BadValue(f"The temperature must be from 0 to 2, got {self.temperature}.")


def can_be_reworded(item: Item) -> bool:
    """Whether it is about a room: the words of other questions are rules, not style."""
    return item.origin.env_id in registry.ids("rooms")


def free_choices(question: Question) -> tuple[str, ...]:
    """The options that may be worded otherwise: all where they stand for letters, none where they are the answers."""
    return question.choices if question.values and question.values != question.choices else ()


def request(question: Question, manner: Manner) -> dict[str, Any]:
    """What the endpoint is sent: the same for the same words, model, temperature and seed."""
    asked = json.dumps({"text": question.text, "choices": free_choices(question)})
    return {
        "model": manner.model,
        "messages": [{"role": "system", "content": PROMPT}, {"role": "user", "content": asked}],
        "temperature": manner.temperature,
        "seed": int(generator("rephrase", manner.seed, asked).integers(MAX_SEED)),
    }


def reworded(item: Item, reply: str) -> Rewording:
    """The words of a model's reply where they ask what the item asks, else the template's."""
    found = _read(reply)
    if found is None:
        return unchanged(item.question, "the reply is not the JSON that was asked for")
    text, choices = plain(found[0]), tuple(plain(choice) for choice in found[1])
    wanted = free_choices(item.question)
    if len(choices) != len(wanted):
        return unchanged(item.question, f"{len(choices)} options came for {len(wanted)}")
    words = Rewording(text, choices if wanted else item.question.choices, "model")
    reason = refusal(item, words)
    return unchanged(item.question, reason) if reason else words


def unchanged(question: Question, reason: str) -> Rewording:
    """The template's words."""
    return Rewording(question.text, question.choices, "template", reason)


def refusal(item: Item, words: Rewording) -> str:
    """Why these words may not stand for an item's; "" where they may."""
    question, names = item.question, _names(item)
    if len(words.choices) != len(question.choices):
        return f"{len(words.choices)} options came for {len(question.choices)}"
    if not free_choices(question):
        fixed = "" if words.choices == question.choices else "options that are answers have changed"
        return fixed or objection(question.text, words.text, names)
    refused = (choice_objection(*pair, names) for pair in zip(question.choices, words.choices, strict=True))
    return objection(question.text, words.text, names) or next((f"option: {why}" for why in refused if why), "")


def _names(item: Item) -> tuple[str, ...]:
    """What the kinds of objects in its pictures are called."""
    kinds = {str(instance["objectType"]) for instance in item.state.get("instances", {}).values()}
    return tuple(sorted(name_of(kind) for kind in kinds))


def _read(reply: str) -> tuple[str, list[str]] | None:
    """Text and options of a reply; reasoning that came first and a fence around the JSON are passed over."""
    said = reply.rpartition("</think>")[2]
    try:
        content = json.loads(said[said.index("{") : said.rindex("}") + 1])
    except (ValueError, RecursionError):
        return None
    text, choices = content.get("text"), content.get("choices", [])
    listed = isinstance(choices, list) and all(isinstance(choice, str) for choice in choices)
    return (text, choices) if isinstance(text, str) and listed else None
