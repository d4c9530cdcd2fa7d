"""What is measured: one function for each part of the bench."""

import os
import shutil
import statistics
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import rows
import trees
from measure import Command, Meter

FIND = "find -printf"
FLOOR = "least work in C"


@dataclass(frozen=True)
class Goal:
    """A goal with the number that was reached."""

    what: str
    number: float
    limit: float
    unit: str = ""
    is_least: bool = False

    @property
    def is_met(self) -> bool:
        return self.number >= self.limit if self.is_least else self.number <= self.limit


@dataclass
class Part:
    """One part's results."""

    title: str
    commands: list[Command] = field(default_factory=list)
    # Titles of columns with ratios, and the command each is to.
    ratios: dict[str, Command] = field(default_factory=dict)
    goals: list[Goal] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    # Lines of a table in place of that of the commands.
    table: list[str] | None = None


@dataclass
class Bench:
    """What all parts use."""

    root: Path
    folder: Path
    built: Path
    trees: trees.Trees
    meter: Meter
    runs: int

    def has(self, program: str) -> bool:
        return shutil.which(program) is not None

    def path(self, name: str) -> Path:
        return self.folder / "indexes" / name

    def remove(self, name: str) -> Callable[[], None]:
        """A preparation that removes an index."""

        def prepare() -> None:
            for suffix in ("", "-wal", "-shm", "-journal"):
                Path(f"{self.path(name)}{suffix}").unlink(missing_ok=True)

        return prepare


def imgindex(tree: str, index: str, width: int | None = 2) -> str:
    width_option = "" if width is None else f" --width {width}"
    return f"imgindex index --quiet --index indexes/{index}{width_option} {tree}"


def find(tree: str) -> str:
    return f"find {tree} -printf '%p %s %T@ %i\\n' >/dev/null"


def tree_note(bench: Bench, tree: trees.Tree) -> str:
    counts = bench.trees.make(tree)
    return f"{tree.note}: {counts.files:,} files, {counts.images:,} of them images, {counts.folders:,} folders."


def floor_and_first(bench: Bench, tree: trees.Tree) -> tuple[Command, Command, Command, Command, Command]:
    """First index and re-run of imgindex, the floors of both, and find, for a tree.

    Before anything is measured, the floor's index is compared with ours row by row.
    """
    name = tree.name
    floor_line = rows.prepare_floor(bench, name, imgindex(name, "checked.db"))
    bench.meter.run(imgindex(name, "ours.db"))
    bench.meter.run(imgindex(name, "theirs.db"))
    first_floor = Command(f"{FLOOR}, first index", floor_line, bench.remove("floor.db"))
    rerun_floor = Command(f"{FLOOR}, unchanged re-run", f"floor-rerun -t 2 {name} indexes/theirs.db")
    return (
        Command("imgindex, first index", imgindex(name, "first.db"), bench.remove("first.db"), first_floor),
        first_floor,
        Command("imgindex, unchanged re-run", imgindex(name, "ours.db"), floor=rerun_floor),
        rerun_floor,
        Command(FIND, find(name)),
    )


def archive(bench: Bench) -> Part:
    """The tree of half a million files, and all rivals."""
    part = Part("The archive", notes=[tree_note(bench, trees.ARCHIVE)])
    name = trees.ARCHIVE.name
    first, first_floor, rerun, rerun_floor, by_find = floor_and_first(bench, trees.ARCHIVE)
    importing = Command(
        "find piped into sqlite3 .import",
        f"find-into-sqlite.sh {name} indexes/import.db",
        bench.remove("import.db"),
    )
    standard = Command(
        "imgindex, first index, standard width",
        imgindex(name, "standard.db", None),
        bench.remove("standard.db"),
        first_floor,
    )
    part.commands = [first, standard, first_floor, rerun, rerun_floor, by_find, importing]
    part.commands += rivals(bench, part, name)
    bench.meter.measure(part.commands, bench.runs)
    part.ratios = {"to find": by_find}
    part.goals = [
        Goal("first index, to find -printf", first.ratio(by_find), 0.75),
        Goal("first index, to the least work in C for the same rows", first.ratio(first_floor), 1.20),
        Goal("first index, to find piped into sqlite3 .import", first.ratio(importing), 0.42),
        Goal("unchanged re-run, to find -printf", rerun.ratio(by_find), 0.45),
        Goal(
            "peak memory, first index and re-run",
            max(sample.peak for sample in first.samples + rerun.samples),
            64,
            " MiB",
        ),
    ]
    return part


def rivals(bench: Bench, part: Part, name: str) -> list[Command]:
    """Programs that people use instead, as far as they are there."""
    commands = []
    if bench.has("bfs"):
        commands.append(Command("bfs -printf", f"bfs {name} -printf '%p %s %T@ %i\\n' >/dev/null"))
    if bench.has("fdfind"):
        # A bound on the size makes it stat every file; --list-details would run ls on top.
        commands.append(Command("fdfind, stat of every file", f"fdfind -u -j 2 --size +0b . {name} >/dev/null"))
    if bench.has("updatedb.plocate"):
        update = (
            "updatedb.plocate -l 0 -o indexes/{} -U \"$PWD/" + name + "\" --prune-bind-mounts no"
            " --prunefs '' --prunepaths '' --prunenames ''"
        )
        commands.append(Command("updatedb, first (names only)", update.format("locate.db"), bench.remove("locate.db")))
        bench.meter.run(update.format("located.db"))
        commands.append(Command("updatedb, again (names only)", update.format("located.db")))
    for program in ("bfs", "fdfind", "updatedb.plocate"):
        if not bench.has(program):
            part.notes.append(f"{program} is not on this machine: scripts/bench --install")
    return commands


def flat(bench: Bench) -> Part:
    """One folder of 200,000 images."""
    return one_tree(bench, "A flat folder", trees.FLAT, 1.3)


def chain(bench: Bench) -> Part:
    """A chain of 5,000 folders."""
    return one_tree(bench, "A chain", trees.CHAIN, 2.0)


def one_tree(bench: Bench, title: str, tree: trees.Tree, limit: float) -> Part:
    part = Part(title, notes=[tree_note(bench, tree)])
    part.commands = list(floor_and_first(bench, tree))
    first, *_, by_find = part.commands
    bench.meter.measure(part.commands, bench.runs)
    part.ratios = {"to find": by_find}
    part.goals = [Goal(f"{title.lower()}: first index, to find -printf", first.ratio(by_find), limit)]
    return part


def memory(bench: Bench) -> Part:
    """Peak memory of trees of 50,000, 500,000 and 2 million files."""
    part = Part("Memory", notes=["The largest folder has 449 files at most in each of the trees."])
    part.table = [
        "| files | folders | images | width | first index, peak MiB | re-run, peak MiB | first index, s | re-run, s |",
        "|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    peaks: dict[tuple[str, int], float] = {}
    for tree in (trees.SMALL_ARCHIVE, trees.ARCHIVE, trees.LARGE_ARCHIVE):
        counts = bench.trees.make(tree)
        for width in (2, 16):
            shell = imgindex(tree.name, "memory.db", width)
            commands = [Command(f"first index of {tree.name}, width {width}", shell, bench.remove("memory.db"))]
            commands.append(Command(f"re-run of {tree.name}, width {width}", shell))
            # Not rotated: the second is the re-run of the first.
            for _ in range(min(bench.runs, 3)):
                for command in commands:
                    if command.prepare:
                        command.prepare()
                    command.samples.append(bench.meter.run(command.shell))
            first, rerun = commands
            peak = [max(sample.peak for sample in command.samples) for command in commands]
            peaks[tree.name, width] = max(peak)
            part.table.append(
                f"| {counts.files:,} | {counts.folders:,} | {counts.images:,} | {width} | {peak[0]:.1f} | {peak[1]:.1f}"
                f" | {first.median('wall'):.3f} | {rerun.median('wall'):.3f} |"
            )
            part.commands += commands
    part.goals = [
        Goal(
            "peak memory of 2 million files, to that of 500,000",
            peaks[trees.LARGE_ARCHIVE.name, 2] / peaks[trees.ARCHIVE.name, 2],
            1.25,
        )
    ]
    return part


def slow(bench: Bench) -> Part:
    """A mount where each call takes a millisecond."""
    part = Part("A mount with 1 ms a call")
    reason = why_no_slow_mount(bench)
    if reason:
        part.notes.append(f"Left out: {reason}")
        return part
    bench.trees.make(trees.ARCHIVE)
    mount = bench.folder / "slow"
    mount.mkdir(exist_ok=True)
    widths = [1, 2, 4, 8, 16]

    def remount() -> None:
        mount_slow(bench, mount)

    def fresh() -> None:
        bench.remove("slow.db")()
        remount()

    part.commands = [Command(f"imgindex, width {width}", imgindex("slow", "slow.db", width), fresh) for width in widths]
    rows.write_extensions(bench, "archive-20", imgindex("archive-20", "checked.db"))
    floor = rows.floor_first(bench, "slow", "slow.db", 16)
    part.commands.append(Command(f"{FLOOR}, first index, 16 threads", floor, fresh))
    by_find = Command(FIND, find("slow"), remount)
    part.commands.append(by_find)
    if bench.has("bfs"):
        part.commands.append(Command("bfs -printf", "bfs slow -printf '%p %s %T@ %i\\n' >/dev/null", remount))
    if bench.has("fdfind"):
        shell = "fdfind -u -j {} --size +0b . slow >/dev/null"
        part.commands += [Command(f"fdfind, {n} threads", shell.format(n), remount) for n in (16, 64)]
    try:
        bench.meter.measure(part.commands, bench.runs)
    finally:
        unmount(mount)
        mount.rmdir()
    narrow, wide = part.commands[0], part.commands[len(widths) - 1]
    part.ratios = {"to find": by_find, "to width 1": narrow}
    part.notes.append(
        f"{trees.SLOW_PART}: 97 folders, 2,942 files, mounted anew before each run. Before a call is answered it sleeps"
        " 1 ms: look-up of a name, opening a folder, reading some entries of it."
    )
    part.goals = [Goal("1 ms a call: how many times as fast width 16 is as width 1", narrow.ratio(wide), 6, is_least=True)]
    return part


def why_no_slow_mount(bench: Bench) -> str | None:
    if not (bench.built / "slowfs").exists():
        return "slowfs is not built, as libfuse3-dev is not there: scripts/bench --install"
    if not os.access("/dev/fuse", os.R_OK | os.W_OK):
        return "/dev/fuse is not there or may not be used"
    if not bench.has("fusermount3"):
        return "fusermount3 is not there: scripts/bench --install"
    return None


def mount_slow(bench: Bench, mount: Path) -> None:
    unmount(mount)
    environment = dict(os.environ, SLOW_ROOT=str(bench.folder / trees.SLOW_PART), SLOW_MICROSECONDS="1000")
    subprocess.run([bench.built / "slowfs", mount, "-o", "max_threads=128"], env=environment, check=True)


def unmount(mount: Path) -> None:
    while os.path.ismount(mount):
        subprocess.run(["fusermount3", "-u", str(mount)], check=True)


def loop(bench: Bench) -> Part:
    """What an item of the asynchronous loop costs."""
    part = Part("The asynchronous loop", notes=["Ten million items whose transform replies at once."])
    part.table = ["| width | patience | ns an item, median | min–max |", "|--:|--:|--:|--:|"]
    items = 10_000_000
    variants = [(1, 0), (2, 0), (2, 100)]
    figures: dict[tuple[int, int], list[float]] = {variant: [] for variant in variants}
    for number in range(bench.runs + 1):
        for width, patience in variants:
            figure = float(bench.meter.output(f"loop-cost-program {width} {items} {patience}"))
            if number > 0:
                figures[width, patience].append(figure)
    for (width, patience), values in figures.items():
        median = statistics.median(values)
        part.table.append(f"| {width} | {patience} µs | {median:.0f} | {min(values):.0f}–{max(values):.0f} |")
        if patience == 0:
            part.goals.append(Goal(f"asynchronous loop, width {width}, an item", median, 120, " ns"))
    return part


PARTS: dict[str, Callable[[Bench], Part]] = {
    "archive": archive,
    "flat": flat,
    "chain": chain,
    "memory": memory,
    "slow": slow,
    "loop": loop,
}
