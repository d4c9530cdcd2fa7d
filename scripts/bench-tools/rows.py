"""Compares the index of the least-work program with ours, row by row."""

from __future__ import annotations

import json
import shlex
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parts import Bench


class IndexesDiffer(Exception):
    """The least-work program wrote other rows than imgindex, so that its time says nothing."""


def floor_first(bench: Bench, tree: str, index: str, threads: int = 2, key: int | None = None) -> str:
    """The command line of the least-work program."""
    scripts = sorted((bench.root / "Schema").glob("V*.sql"))
    words = ["floor-first", "-t", str(threads)]
    if key is not None:
        words += ["-k", str(key)]
    words += ["-e", "indexes/extensions.tsv", "-v", "indexes/volume.tsv"]
    for script in scripts:
        # A copy, so that the command line is the same wherever the checkout is.
        copy = bench.path(script.name)
        copy.write_bytes(script.read_bytes())
        words += ["-s", f"indexes/{script.name}"]
    return shlex.join([*words, tree, f"indexes/{index}"])


def write_extensions(bench: Bench, tree: str, command: str) -> int:
    """Makes the index "checked.db" with ours, and a list of its extensions for the other; returns its key."""
    bench.remove("checked.db")()
    bench.meter.run(command)
    with sqlite3.connect(bench.path("checked.db")) as connection:
        extensions = connection.execute("SELECT text, coalesce(format, '') FROM extension ORDER BY id").fetchall()
        volumes = connection.execute("SELECT identity, type FROM volume").fetchall()
        (key,) = connection.execute("SELECT key FROM fingerprint_key").fetchone()
    connection.close()
    if len(volumes) != 1:
        raise IndexesDiffer(f"the tree is on {len(volumes)} file systems, and floor-first knows of one")
    bench.path("volume.tsv").write_text("\t".join(volumes[0]) + "\n")
    bench.path("extensions.tsv").write_text("".join(f"{text}\t{form}\n" for text, form in extensions))
    return key


def prepare_floor(bench: Bench, tree: str, command: str) -> str:
    """Compares both indexes of a tree; returns the command line that is to be measured."""
    key = write_extensions(bench, tree, command)
    bench.remove("floor.db")()
    bench.meter.run(floor_first(bench, tree, "floor.db", key=key))
    compare(bench.path("checked.db"), bench.path("floor.db"))
    expect_unchanged(bench, tree)
    return floor_first(bench, tree, "floor.db")


def compare(ours: Path, theirs: Path) -> None:
    """Raises if the images or folders of two indexes differ in anything but their ids."""
    connection = sqlite3.connect(ours)
    connection.execute("ATTACH ? AS theirs", (str(theirs),))
    for what, query in queries(connection).items():
        mine = query.format(schema="main")
        other = query.format(schema="theirs")
        for first, second, whose in ((mine, other, "imgindex"), (other, mine, "floor-first")):
            row = connection.execute(f"SELECT * FROM ({first} EXCEPT {second}) LIMIT 1").fetchone()
            if row:
                raise IndexesDiffer(f"a row of {what} that only {whose} wrote: {shortened(row)}")
        (count, other_count) = (connection.execute(f"SELECT count(*) FROM ({sql})").fetchone()[0] for sql in (mine, other))
        if count != other_count:
            raise IndexesDiffer(f"{what}: {count} rows of imgindex, {other_count} of floor-first")
    connection.close()


def shortened(row: tuple) -> str:
    return ", ".join(text if len(text) <= 80 else f"{text[:77]}..." for text in map(repr, row))


def queries(connection: sqlite3.Connection) -> dict[str, str]:
    """All columns but ids, which depend on the order of the walk: what they refer to stands in their place."""
    folder = columns(connection, "folder", "f", {"id", "root", "parent"})
    image = columns(connection, "image", "i", {"id", "folder", "extension"})
    return {
        "folders": f"SELECT r.path, p.inode, p.path, {folder} FROM {{schema}}.folder AS f"
        " JOIN {schema}.root AS r ON r.id = f.root LEFT JOIN {schema}.folder AS p ON p.id = f.parent",
        "images": f"SELECT f.inode, f.path, e.text, e.format, {image} FROM {{schema}}.image AS i"
        " JOIN {schema}.folder AS f ON f.id = i.folder JOIN {schema}.extension AS e ON e.id = i.extension",
    }


def columns(connection: sqlite3.Connection, table: str, alias: str, without: set[str]) -> str:
    names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    return ", ".join(f"{alias}.{name}" for name in names if name not in without)


def expect_unchanged(bench: Bench, tree: str) -> None:
    """For imgindex, too, the other's index must be one of its own that needs no change."""
    (run,) = json.loads(bench.meter.output(f"imgindex index --json --index indexes/floor.db {tree}"))["runs"]
    if run["unchanged"] != run["images_seen"] or run["added"] or run["changed"]:
        raise IndexesDiffer(f"imgindex finds something to change in the index of floor-first: {run}")
