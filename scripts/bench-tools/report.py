"""Tables of the results, and what machine they are of."""

import datetime
import os
import platform
import re
import shutil
import sqlite3
import statistics
import subprocess
from pathlib import Path

from measure import PROCESSORS, Command
from parts import Goal, Part


def first_line(*command: str) -> str:
    """The first line a program prints; empty if it cannot be run."""
    if shutil.which(command[0]) is None:
        return ""
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = (result.stdout or result.stderr).splitlines()
    return lines[0].strip() if lines else ""


def file_system(folder: Path) -> str:
    """What kind of file system a folder is on."""
    mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    path = str(folder.resolve())
    inside = [m for m in mounts if m[1] == "/" or path == m[1] or path.startswith(m[1] + "/")]
    return max(inside, key=lambda mount: len(mount[1]))[2]


def processor_model() -> str:
    match = re.search(r"^model name\s*:\s*(.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return match.group(1) if match else platform.machine()


def memory_gib() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30


def commit(root: Path) -> str:
    git = ["git", "-C", str(root), "-c", "safe.directory=*"]
    name = first_line(*git, "rev-parse", "--short=12", "HEAD") or "unknown"
    changes = first_line(*git, "status", "--porcelain", "--", "Sources", "Schema", "Package.swift")
    return f"{name}, with changes" if changes else name


def heading(root: Path, folder: Path, runs: int, others: list[float]) -> list[str]:
    """When, where and how."""
    cores = len(os.sched_getaffinity(0))
    versions = [
        first_line("swift", "--version"),
        f"SQLite {sqlite3.sqlite_version}",
        first_line("find", "--version"),
        first_line("bfs", "--version"),
        first_line("fdfind", "--version"),
        first_line("updatedb.plocate", "--version"),
    ]
    return [
        "# Results of `scripts/bench`",
        "",
        f"- Date: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC; commit {commit(root)}",
        f"- Machine: {processor_model()}, {cores} processors, of which {PROCESSORS} are used; {memory_gib():.0f} GiB;"
        f" Linux {platform.release()}; {file_system(folder)}",
        f"- Programs: {'; '.join(version for version in versions if version)}",
        f"- Runs: {runs} of each command after one that is not kept, warm, all commands of a part in turn. Ratios are"
        " medians of the ratios of wall time round by round. Peak: the largest process of a command.",
        f"- What else ran kept {statistics.median(others):.2f} processors busy (median of all runs; at least"
        f" {min(others):.2f}, at most {max(others):.2f}). The nearer to 0, the better the numbers.",
        "",
    ]


def goal_lines(goals: list[Goal]) -> list[str]:
    lines = ["| goal | wanted | reached | |", "|---|--:|--:|---|"]
    for goal in goals:
        sign = "≥" if goal.is_least else "≤"
        figure = f"{goal.number:.0f}" if goal.unit == " ns" else f"{goal.number:.2f}"
        verdict = "met" if goal.is_met else "**missed**"
        lines.append(f"| {goal.what} | {sign} {goal.limit:g}{goal.unit} | {figure}{goal.unit} | {verdict} |")
    return [*lines, ""]


def command_line(command: Command, ratios: dict[str, Command]) -> str:
    walls = command.walls
    cells = [
        command.name,
        f"{statistics.median(walls):.3f}",
        f"{min(walls):.3f}–{max(walls):.3f}",
        f"{command.median('processor'):.2f}",
        f"{command.median('peak'):.1f}",
        f"{command.median('others'):.2f}",
        *(f"{command.ratio(base):.2f}" for base in ratios.values()),
        f"{command.ratio(command.floor):.2f}" if command.floor else "",
    ]
    return "| " + " | ".join(cells) + " |"


def part_lines(part: Part) -> list[str]:
    """A part: notes, table, command lines."""
    lines = [f"## {part.title}", ""]
    for note in part.notes:
        lines += [note[:1].upper() + note[1:], ""]
    if part.table:
        lines += [*part.table, ""]
    elif part.commands:
        titles = ["", "wall s", "min–max", "processor s", "peak MiB", "others", *part.ratios, "to its floor"]
        lines.append("| " + " | ".join(titles) + " |")
        lines.append("|---" + "|--:" * (len(titles) - 1) + "|")
        lines += [command_line(command, part.ratios) for command in part.commands]
        lines.append("")
    if part.commands:
        lines += ["<details><summary>Command lines</summary>", "", "```"]
        lines += [command.shell for command in part.commands]
        lines += ["```", "", "</details>", ""]
    return lines
