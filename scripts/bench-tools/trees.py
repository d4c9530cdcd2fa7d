"""The trees of the bench: made once, used again when they are complete."""

import hashlib
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Tree:
    """A tree and how `maketree` makes it."""

    name: str
    kind: str
    number: int
    note: str


ARCHIVE = Tree("archive-20", "archive", 20, "a photo archive of 20 libraries, 70 % of the files images")
SMALL_ARCHIVE = Tree("archive-2", "archive", 2, "2 libraries of the same")
LARGE_ARCHIVE = Tree("archive-77", "archive", 77, "77 libraries of the same")
FLAT = Tree("flat", "flat", 200_000, "all images in one folder")
CHAIN = Tree("chain", "chain", 5_000, "each folder in the one before, two images each")
# One year of the archive, which has the size of a slow mount that one waits for.
SLOW_PART = "archive-20/library-00/2013"


@dataclass(frozen=True)
class Counts:
    """How many there are in a tree, its top folder among the folders."""

    folders: int
    files: int
    images: int


class Trees:
    """The trees in one folder."""

    def __init__(self, folder: Path, maketree: Path, source: Path):
        self.folder = folder
        self.maketree = maketree
        self.made: dict[str, Counts] = {}
        self._source_hash = hashlib.sha256(source.read_bytes()).hexdigest()[:16]

    def make(self, tree: Tree) -> Counts:
        """Makes a tree unless it is there, complete and made by the same generator."""
        if tree.name in self.made:
            return self.made[tree.name]
        arguments = [tree.kind, tree.name, str(tree.number)]
        expected = " ".join([self._source_hash, *arguments])
        marker = self._marker(tree.name)
        lines = marker.read_text().splitlines() if marker.exists() else []
        if len(lines) != 2 or lines[0] != expected or not (self.folder / tree.name).is_dir():
            self._remove(tree.name)
            print(f"making {tree.name}: {tree.note}", flush=True)
            output = subprocess.run(
                [self.maketree, *arguments], cwd=self.folder, check=True, capture_output=True, text=True
            ).stdout
            # Younger, its folders would be racy in the first run and not in those after.
            time.sleep(4)
            lines = [expected, output.strip()]
            marker.write_text("\n".join(lines) + "\n")
        counts = Counts(*map(int, lines[1].split()))
        self.made[tree.name] = counts
        return counts

    def remove_all(self) -> None:
        """Removes every tree of the bench, also those of earlier calls."""
        for tree in (ARCHIVE, SMALL_ARCHIVE, LARGE_ARCHIVE, FLAT, CHAIN):
            self._remove(tree.name)

    def _marker(self, name: str) -> Path:
        return self.folder / f"{name}.complete"

    def _remove(self, name: str) -> None:
        self._marker(name).unlink(missing_ok=True)
        # rm: a chain of 5,000 folders is too deep for shutil.
        subprocess.run(["rm", "-rf", "--", str(self.folder / name)], check=True)
