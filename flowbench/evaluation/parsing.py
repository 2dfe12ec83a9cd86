r"""Which options a model's reply chooses: one rule, total on any text.

The end of the reply decides. After its reasoning block is cut off (`<think>...</think>` and the like; a block that is
never closed leaves nothing) and its characters are normalised (NFKC: full-width letters become plain ones, look-alikes
of other scripts do not), the first of these that gives something is taken:

1. what follows the last word "answer", or stands in the last `\boxed{}` or `<answer>`;
2. a marked letter, the last one: "(B)", "option B", a line "B" or "B) ...", a letter after a colon that ends its line;
   where several different letters label lines, that is the list of options repeated and chooses nothing;
3. "yes" or "no" at the start of a line, where those are the options;
4. a lone letter, if it is the only one, or the only one in the last sentence that has any. The article "a", the pronoun
   "I", and letters after "not" or "than" do not count.

2 to 4 look at the end only: all of a short reply; of a longer one the last sentences of its last paragraph, and nothing
when that breaks off in mid-sentence. Only letters of real options count. More than one letter where one was asked for
is ambiguous. In a set ("A, C and E", "ACE") order does not matter.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from flowbench.errors import BadValue

MAX_CHARS = 1 << 14  # of a reply's end that are looked at
SHORT_CHARS = 200  # up to here all of a reply is its end
LABEL_CHARS = 40  # of an unfinished last line that may still name an option

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Status = Literal["read", "no_answer", "off_list", "ambiguous"]


@dataclass(frozen=True)
class Reading:
    """The letters a reply chooses, sorted ("" unless `status` is "read")."""

    letters: str
    status: Status


_NOTHING, _OFF_LIST, _AMBIGUOUS = Reading("", "no_answer"), Reading("", "off_list"), Reading("", "ambiguous")

_THOUGHT = re.compile(r"<(/?)(?:think|thinking|thought|thoughts|reason|reasoning|scratchpad)\s*>", re.IGNORECASE)
_LETTER = r"(?<![\w'])(?<!\w-)([A-Za-z])(?![\w'])(?!-\w)(?!\.\w)"
_ALONE = re.compile(_LETTER)
_ANSWER = re.compile(
    r"\banswers?\b(?:[\s:=>,.–—-]|\b(?:is|are|would|should|must|be|will|the|option|options|choice|choices|letter|letters"
    r"|therefore|thus|final|correct)\b){0,24}",
    re.IGNORECASE,
)
_MARKED = re.compile(
    rf"[(\[{{]\s*{_LETTER}\s*[)\]}}]"
    rf"|\b(?:option|choice|letter)\s*[:#]?\s*{_LETTER}"
    rf"|[:=]\s*{_LETTER}\s*[.!]?\s*$"
    rf"|^\s*{_LETTER}\s*[.!]?\s*$",
    re.IGNORECASE | re.MULTILINE,
)
_LABEL = re.compile(rf"^\s*{_LETTER}\s*[).:](?=\s|$)", re.MULTILINE)
_COMPACT = re.compile(r"(?<![\w'-])([A-Za-z]{2,26})(?![\w'-])")
_TOKEN = re.compile(r"([(\[{]\s*)?([A-Za-z])(?![\w'])(?!-\w)(?!\.\w)(\s*[)\]}])?")
_BETWEEN = r"(?:{0}(?:[,;/&+|]|\b(?:and|or)\b|\([^()\n]{{2,80}}\)){0})+|{0}(?<=\s)|(?<=\))(?=\()"
_SEPARATOR_IN_LINE = re.compile(_BETWEEN.format(r"[^\S\n]*"), re.IGNORECASE)
_SEPARATOR = re.compile(_BETWEEN.format(r"(?:\n\d+[.)]|\s)*"), re.IGNORECASE)
_OPENED = re.compile(r"\s*(?:\d+[.)]\s*)?(?:[(\[{](?!\s*[A-Za-z]\s*[)\]}])\s*)?")
_CAPITAL = re.compile(r"[(\[{]?\s*(?<![\w'-])[A-Z]")
_YES_NO = re.compile(r"^\W*(yes|no)\b(?=\s*(?:[.,!;:–—-]|$))", re.IGNORECASE | re.MULTILINE)
_WORD = re.compile(r"\s*(yes|no)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_FINISHED = re.compile(r"[.!?:)\]}]\s*$")
_LABELLED = re.compile(rf"^\s*[(\[{{]?\s*{_LETTER}\s*[)\]}}.:]|{_LETTER}\s*$|\b[A-Z]{{2,26}}\s*$|\b(?i:yes|no)\s*$")
_NEXT_WORD = re.compile(r"\s+([A-Za-z]+)")
_WORD_BEFORE = re.compile(r"\b(?:not|than|nor)\s+$", re.IGNORECASE)

# What may follow the letter A without making it an article, and the letter I without making it a pronoun.
_AFTER_A = frozenset(
    ["and", "as", "because", "but", "due", "for", "is", "no", "not", "or", "since", "so", "that", "was", "which"]
    + ["will", "with", "would", "yes"]
)
_AFTER_I = frozenset(["and", "because", "is", "or", "since"])


def read_reply(reply: str, options: Sequence[str], size: int = 1) -> Reading:
    """Read the chosen letters.

    Args:
        reply: any text.
        options: the texts of the options in the order shown, A first; at most 26.
        size: how many letters are asked for. With 1 a reply of several letters is ambiguous; with more, any set of
            letters is read.

    Raises:
        BadValue: for more options than there are letters.
    """
    if len(options) > len(ALPHABET):
        raise BadValue(f"At most {len(ALPHABET)} options have letters, got {len(options)}.")
    text = _cleaned(reply)
    allowed = ALPHABET[: len(options)]
    words = {word.casefold(): letter for letter, word in zip(allowed, options, strict=True)}
    if set(words) != {"yes", "no"}:
        words = {}
    stated = _stated(text, allowed, words, size)
    if stated is not None:
        return _judged(stated, allowed, size)
    end = _end(text)
    if size > 1:
        return _judged(_set(end, allowed, size), allowed, size)
    marked = _marked(end, allowed)
    if marked:
        return Reading(marked, "read")
    lone, said = _lone(end, allowed), {words[match[1].casefold()] for match in _YES_NO.finditer(end) if words}
    if said:
        return _judged(said | lone, allowed, size)
    if not lone and len(only := end.strip(" .()[]{}\n")) == 1 and only.upper() in ALPHABET:
        return _OFF_LIST
    return _judged(lone, allowed, size)


def _judged(letters: set[str], allowed: str, size: int) -> Reading:
    if not letters:
        return _NOTHING
    if not letters <= set(allowed):
        return _OFF_LIST
    return _AMBIGUOUS if size == 1 and len(letters) > 1 else Reading("".join(sorted(letters)), "read")


def after_reasoning(reply: str) -> str:
    """What stands after the last reasoning block; nothing where that is never closed.

    >>> after_reasoning("<think>A or B?</think> B"), after_reasoning("<think>A or")
    (' B', '')
    """
    marks = list(_THOUGHT.finditer(reply))
    if marks and not marks[-1][1]:
        return ""
    return reply[marks[-1].end() :] if marks else reply


def _cleaned(reply: str) -> str:
    """The part after the reasoning, normalised, without emphasis, quotes and tags."""
    text = unicodedata.normalize("NFKC", after_reasoning(reply)[-MAX_CHARS:])[-MAX_CHARS:]
    text = re.sub(r"\\boxed\s*\{\s*(?:\\text\s*\{)?([^{}\n]{1,60})\}+", r" answer: \1 ", text)
    text = re.sub(r"<answer>|答案[是为]?", " answer: ", text, flags=re.IGNORECASE)
    text = re.sub(r"</?\w{1,20}>|\r", " ", text)
    text = text.replace("\u2019", "'").translate({ord(mark): None for mark in '*`"$\u201c\u201d\u200b\ufeff'})
    return re.sub(r"(?<!\w)_+|_+(?!\w)", "", text).strip()


def _end(text: str) -> str:
    """What a lone or marked letter is looked for in: see the rule above."""
    if len(text) <= SHORT_CHARS:
        return text
    paragraph = text.rsplit("\n\n", 1)[-1]
    line = paragraph.rsplit("\n", 1)[-1]
    if not _FINISHED.search(line) and not (len(line) <= LABEL_CHARS and _LABELLED.search(line)):
        return ""
    if len(paragraph) <= SHORT_CHARS:
        return paragraph
    tail = paragraph[-SHORT_CHARS:]
    start = _SENTENCE.search(tail)
    return tail[start.end() :] if start and start.end() < len(tail) else tail.partition(" ")[2]


def _stated(text: str, allowed: str, words: dict[str, str], size: int) -> set[str] | None:
    """Letters after the last "answer" that is followed by any."""
    for match in reversed(list(_ANSWER.finditer(text))):
        word = _WORD.match(text, match.end())
        if words and word:
            return {words[word[1].casefold()]}
        letters, _ = _group(text, match.end(), allowed, size)
        if letters:
            return letters
    return None


def _group(text: str, start: int, allowed: str, size: int) -> tuple[set[str], int]:
    """The letters that stand together from a place on ("A", "(A), (C)", "{A, C}", "ACE"), and where they end."""
    opened = _OPENED.match(text, start)
    at = opened.end() if opened else start
    compact = _COMPACT.match(text, at)
    if compact and _is_compact(compact[1].upper(), allowed):
        return set(compact[1].upper()), compact.end()
    letters: set[str] = set()
    separator = _SEPARATOR if size > 1 else _SEPARATOR_IN_LINE
    while (token := _TOKEN.match(text, at)) and not (token[1] and not token[3]) and _is_name(text, token.start(2)):
        letters.add(token[2].upper())
        between = separator.match(text, token.end())
        at = between.end() if between else token.end()
        if not between:
            break
    return letters, at


def _is_compact(word: str, allowed: str) -> bool:
    return len(set(word)) == len(word) and set(word) <= set(allowed)


def _is_name(text: str, at: int) -> bool:
    """Whether the letter at a place names an option: no article, no pronoun, not what something is not."""
    letter = text[at].upper()
    following = _NEXT_WORD.match(text, at + 1)
    if following and letter in "AI":
        word = following[1]
        if len(word) > 1 and word.casefold() not in (_AFTER_A if letter == "A" else _AFTER_I):
            return False
    return not _WORD_BEFORE.search(text, max(0, at - 8), at)


def _marked(end: str, allowed: str) -> str:
    """The last marked letter, or ""."""
    found = [(match.start(), at) for match in _MARKED.finditer(end) if (at := match.start(match.lastindex or 0)) >= 0]
    labels = [(match.start(), match.start(1)) for match in _LABEL.finditer(end)]
    if len({end[at].upper() for _, at in labels}) == 1:
        found += labels
    letters = [end[at].upper() for _, at in sorted(found) if _is_name(end, at)]
    return next((letter for letter in reversed(letters) if letter in allowed), "")


def _lone(end: str, allowed: str) -> set[str]:
    """The lone letters of the whole end if there is one alone, else those of the last sentence that has any."""
    found = set(_lone_letters(end, allowed))
    if len(found) > 1:
        sentences = (set(_lone_letters(part, allowed)) for part in reversed(_SENTENCE.split(end)))
        return next(letters for letters in sentences if letters)
    return found


def _lone_letters(text: str, allowed: str) -> Iterator[str]:
    for match in _ALONE.finditer(text):
        if match[1].upper() in allowed and _is_name(text, match.start(1)):
            yield match[1].upper()


def _set(end: str, allowed: str, size: int) -> set[str]:
    """The last group with as many letters as are asked for, else the marked letters, else the last group."""
    whole = _COMPACT.fullmatch(end.strip(" .()[]{}"))
    if whole and _is_compact(whole[1].upper(), allowed):
        return set(whole[1].upper())
    groups = [group for group in _groups(end, allowed, size) if group <= set(allowed)]
    full = [group for group in groups if len(group) == size]
    marked = {match[1].upper() for match in _LABEL.finditer(end) if match[1].upper() in allowed}
    if full:
        return full[-1]
    if 1 < len(marked) < len(allowed):
        return marked
    return groups[-1] if groups else set()


def _groups(end: str, allowed: str, size: int) -> Iterator[set[str]]:
    """Groups that begin with a capital letter, from the first to the last."""
    at = 0
    while match := _CAPITAL.search(end, at):
        letters, at = _group(end, match.start(), allowed, size)
        at = max(at, match.end())
        if letters:
            yield letters
