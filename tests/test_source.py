"""What no line of the package does: run text or pickles as code, or hand a name to a shell."""

import ast
from pathlib import Path

import pytest

import flowbench

ROOT = Path(flowbench.__file__).parent
FILES = sorted(path.relative_to(ROOT) for path in ROOT.rglob("*.py"))
NEVER_IMPORTED = {"pickle", "cPickle", "dill", "joblib", "shelve", "marshal", "subprocess", "pty"}
NEVER_CALLED = {"eval", "exec", "__import__", "system", "popen", "parse_expr", "sympify", "literal_eval"}


def names_of(call):
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def offences(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] in NEVER_IMPORTED)
        elif isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] in NEVER_IMPORTED:
            yield str(node.module)
        elif isinstance(node, ast.Call):
            yield from _bad_call(node)


def _bad_call(node):
    name = names_of(node)
    if name in NEVER_CALLED:
        yield name
    if isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "np" and name in ("load", "save"):
        yield f"np.{name}"
    for keyword in node.keywords:
        if keyword.arg in ("allow_pickle", "shell") and not _is_false(keyword.value):
            yield f"{keyword.arg}="


def _is_false(value):
    return isinstance(value, ast.Constant) and value.value is False


# trouble reports R45, R46
@pytest.mark.parametrize("path", FILES, ids=str)
def test_neither_code_nor_pickles_nor_shells_are_run(path):
    assert list(offences(ast.parse((ROOT / path).read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    "line",
    [
        "eval('1')",
        "import pickle",
        "from pickle import loads",
        "np.load(path)",
        "numpy.load(path, allow_pickle=True)",
        "os.system(name)",
        "run(name, shell=True)",
    ],
)
def test_the_search_finds_what_it_looks_for(line):
    assert len(list(offences(ast.parse(line)))) == 1
