from pathlib import Path

import fake_world
import pytest

from flowbench.datasets import parquet
from flowbench.datasets.index import FIXED_FILES, Row
from flowbench.datasets.parquet import PARQUET, write_parquet
from flowbench.datasets.rollout import rollout
from flowbench.datasets.store import load

ODD_TEXTS = ("=1+1", "http://x.org/" + "a" * 3000, "\x0b\u2028 ü", "a\nb")


def test_the_table_holds_what_the_lines_hold(tmp_path: Path) -> None:
    table = pytest.importorskip("pyarrow.parquet")
    rollout(fake_world.ENV_ID, tmp_path / "data", count=5)
    rows = table.read_table(tmp_path / "data" / PARQUET).to_pylist()
    dataset = load(tmp_path / "data")
    assert [row["id"] for row in rows] == list(dataset.ids)
    assert [row["key_class"] for row in rows] == [row.keys["class"] for row in dataset.rows]
    assert rows[2]["sha256_arrays_npz"] == dataset.row(2).files["arrays.npz"]
    assert type(rows[2]["slot"]) is int


# trouble report R39
def test_any_text_comes_back_and_equal_rows_give_equal_bytes(tmp_path: Path) -> None:
    table = pytest.importorskip("pyarrow.parquet")
    files = dict.fromkeys((*FIXED_FILES, "i0.png", "i1.png"), "0" * 64)
    rows = [Row(f"a{k}", k, text, "yes", {"class": "yes", f"k{k}": "x"}, files) for k, text in enumerate(ODD_TEXTS)]
    for name in ("one.parquet", "two.parquet"):
        assert write_parquet(tmp_path / name, rows)
    assert tuple(table.read_table(tmp_path / "one.parquet")["question"].to_pylist()) == ODD_TEXTS
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "two.parquet").read_bytes()


def test_without_pyarrow_there_is_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet.importlib.util, "find_spec", lambda name: None)
    rollout(fake_world.ENV_ID, tmp_path / "data", count=2)
    assert not (tmp_path / "data" / PARQUET).exists()
    assert len(load(tmp_path / "data")) == 2
