"""Runs commands interleaved and keeps what each run took."""

import os
import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

# All that is measured is measured on so many processors, so that results of different machines can be compared.
PROCESSORS = 2


class CommandFailed(Exception):
    """A measured command did not exit with 0."""


@dataclass(frozen=True)
class Sample:
    """What one run took."""

    wall: float
    processor: float
    peak: float
    others: float


@dataclass
class Command:
    """A shell command to measure, run in the folder of the bench."""

    name: str
    shell: str
    # Called before each run, not measured.
    prepare: Callable[[], None] | None = None
    # The least work for the same result, to be compared with.
    floor: "Command | None" = None
    samples: list[Sample] = field(default_factory=list)

    def median(self, what: str) -> float:
        """The median of one attribute of the samples."""
        return statistics.median(getattr(sample, what) for sample in self.samples)

    @property
    def walls(self) -> list[float]:
        return [sample.wall for sample in self.samples]

    def ratio(self, other: "Command") -> float:
        """The median of the ratios of wall time, round by round: what disturbs a round disturbs both."""
        return statistics.median(a.wall / b.wall for a, b in zip(self.samples, other.samples))


class Meter:
    """Measures in one folder, with the programs of the bench first on PATH."""

    def __init__(self, folder: Path, built: Path):
        self.folder = folder
        self._timed = built / "timed"
        self._result = folder / "timed.txt"
        self._environment = dict(os.environ, PATH=f"{built}:{os.environ['PATH']}", LC_ALL="C.UTF-8")
        self.others: list[float] = []

    def run(self, shell: str) -> Sample:
        """Runs a command once."""
        with open(self.folder / "output.txt", "w+") as output:
            subprocess.run(
                [self._timed, self._result, str(PROCESSORS), shell],
                cwd=self.folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                check=True,
            )
            output.seek(0)
            text = output.read()
        wall, user, system, peak, code, others = self._result.read_text().split()
        if code != "0":
            raise CommandFailed(f"exit code {code}: {shell}\n{text}")
        others_busy = max(0.0, float(others))
        self.others.append(others_busy)
        return Sample(float(wall), float(user) + float(system), int(peak) / 1024, others_busy)

    def output(self, shell: str) -> str:
        """Runs a command, not measured, and returns what it prints."""
        self.run(shell)
        return (self.folder / "output.txt").read_text()

    def measure(self, commands: list[Command], runs: int) -> None:
        """Runs all commands in rounds; the first round, which warms the caches, is not kept.

        Each round begins with another command: what one leaves behind, say data to be
        written to disk, does not always hit the same.
        """
        for number in range(runs + 1):
            start = number % len(commands)
            for command in commands[start:] + commands[:start]:
                if command.prepare:
                    command.prepare()
                sample = self.run(command.shell)
                if number > 0:
                    command.samples.append(sample)
            print(f"\r  round {number} of {runs}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
