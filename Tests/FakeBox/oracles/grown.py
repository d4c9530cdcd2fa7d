"""The tree that all oracles look at: that of tree.json, with 2,500 files in one folder and some changes made to it."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

from started import Started  # noqa: E402  because the path above has to be there first

MANY = "500"
PHOTOS = "501"
DENIED = "502"
TIMELESS = "504"


def start(*arguments):
    return Started("--tree", os.path.join(HERE, "tree.json"), *arguments)


def start_made():
    return Started("--made", "25x5")


def grow(fake):
    for number in range(2500):
        fake.control("add", parent=MANY, name="IMG_%04d.jpg" % number, force=True, event={"silent": True})
    folder = fake.control("add", parent=PHOTOS, type="folder", name="new")
    file = fake.control("add", parent=folder["id"], name="added.jpg", size=10)
    fake.control("modify", id=file["id"], size=11)
    fake.control("rename", id=file["id"], name="renamed.jpg")
    fake.control("move", id=file["id"], parent=PHOTOS)
    link = fake.control("add", parent=folder["id"], type="web_link", name="linked")
    fake.control("trash", id=link["id"])
    gone = fake.control("add", parent=folder["id"], name="gone.jpg")
    fake.control("trash", id=gone["id"])
    back = fake.control("add", parent=folder["id"], type="folder", name="back")
    fake.control("trash", id=back["id"])
    fake.control("untrash", id=back["id"])


def agree(what, ours, theirs):
    """Ends the oracle when two tables of rows by id differ, with the first differences."""
    lines = ["only in the fake: %s" % ours[id] for id in sorted(ours.keys() - theirs.keys())]
    lines += ["only in %s: %s" % (what, theirs[id]) for id in sorted(theirs.keys() - ours.keys())]
    for id in sorted(ours.keys() & theirs.keys()):
        if ours[id] != theirs[id]:
            lines.append("fake %s\n  %s %s" % (ours[id], what, theirs[id]))
    if lines:
        sys.exit("\n".join(["%d differences" % len(lines), *lines[:10]]))


def need(truth, why):
    """An assertion that no option of Python turns off."""
    if not truth:
        sys.exit("oracle: " + why)
