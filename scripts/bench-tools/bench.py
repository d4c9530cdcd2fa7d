"""Makes the trees, measures the parts and reports; called by scripts/bench, which builds first."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import report
from measure import CommandFailed, Meter
from parts import PARTS, Bench, unmount
from rows import IndexesDiffer
from trees import Trees


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def parse() -> argparse.Namespace:
    standard = Path(os.environ.get("TMPDIR") or tempfile.gettempdir()) / "imgindex-bench"
    parser = argparse.ArgumentParser(prog="scripts/bench", allow_abbrev=False)
    parser.add_argument("--runs", type=positive, default=7)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--folder", type=Path, default=standard)
    parser.add_argument("--root", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--built", type=Path, required=True, help=argparse.SUPPRESS)
    try:
        return parser.parse_args()
    except SystemExit as end:
        sys.exit(64 if end.code else 0)


def main() -> None:
    options = parse()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "indexes").mkdir(exist_ok=True)
    tools = options.root / "scripts" / "bench-tools"
    shutil.copy2(tools / "find-into-sqlite.sh", options.built)
    trees = Trees(folder, options.built / "maketree", tools / "maketree.c")
    meter = Meter(folder, options.built)
    bench = Bench(options.root, folder, options.built, trees, meter, options.runs)
    try:
        measure(bench, [options.only] if options.only else list(PARTS), writes=options.only is None)
    except (CommandFailed, IndexesDiffer, subprocess.CalledProcessError) as error:
        sys.exit(f"bench: {error}")
    finally:
        clean_up(folder, trees, keep=options.keep)


def measure(bench: Bench, names: list[str], writes: bool) -> None:
    """Measures the parts and reports them."""
    results = []
    for name in names:
        print(f"measuring {name}", flush=True)
        results.append(PARTS[name](bench))
        print("\n" + "\n".join(report.part_lines(results[-1])), flush=True)
    goals = [goal for part in results for goal in part.goals]
    lines = report.heading(bench.root, bench.folder, bench.runs, bench.meter.others)
    lines += ["## Goals", "", *report.goal_lines(goals)]
    print("\n".join(lines))
    if writes:
        for part in results:
            lines += report.part_lines(part)
        path = bench.root / "scripts" / "bench-results.md"
        path.write_text("\n".join(lines).rstrip() + "\n")
        print(f"written to {path}")


def clean_up(folder: Path, trees: Trees, keep: bool) -> None:
    """Removes what was made; the trees only unless they are to be kept."""
    mount = folder / "slow"
    if mount.exists():
        unmount(mount)
        mount.rmdir()
    shutil.rmtree(folder / "indexes", ignore_errors=True)
    for name in ("timed.txt", "output.txt"):
        (folder / name).unlink(missing_ok=True)
    if keep:
        return
    trees.remove_all()
    if not any(folder.iterdir()):
        folder.rmdir()


main()
