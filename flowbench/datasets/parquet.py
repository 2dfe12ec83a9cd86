"""`index.parquet`: the rows as a table, a column a key, where pyarrow (extra `data`) is installed.

The lines of `index.jsonl` are the truth and what is read; the table is for other tools. Equal rows give equal bytes
with equal versions of pyarrow.
"""

import importlib.util
import io
from collections.abc import Sequence
from pathlib import Path

from flowbench.datasets.folders import write_file
from flowbench.datasets.index import Row

PARQUET = "index.parquet"


def write_parquet(path: Path, rows: Sequence[Row]) -> bool:
    """Write the table; False where pyarrow is not installed and nothing was written."""
    if importlib.util.find_spec("pyarrow") is None:
        return False
    import pyarrow
    import pyarrow.parquet

    text = pyarrow.string()
    columns = {
        "id": pyarrow.array([row.item_id for row in rows], text),
        "slot": pyarrow.array([row.slot for row in rows], pyarrow.int64()),
        "folder": pyarrow.array(["/".join(row.parts) for row in rows], text),
        "question": pyarrow.array([row.question for row in rows], text),
        "answer": pyarrow.array([row.answer for row in rows], text),
    }
    for name in sorted({name for row in rows for name in row.keys}):
        columns[f"key_{name}"] = pyarrow.array([row.keys.get(name) for row in rows], text)
    for name in sorted({name for row in rows for name in row.files}):
        columns[f"sha256_{name.replace('.', '_')}"] = pyarrow.array([row.files.get(name) for row in rows], text)
    table = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), table)
    write_file(path, table.getvalue())
    return True
