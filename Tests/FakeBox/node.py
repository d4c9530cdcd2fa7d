"""One file, folder or web link of the fake account, and the times Box would give it."""

import hashlib

ROOT = "0"
# Box lists folders first, then files, then web links.
RANK = {"folder": 0, "file": 1, "web_link": 2}
ZONE = "-07:00"


class Node:
    """All of an item. `etag` and `sequence_id` are numbers here, strings on the wire; null for the root."""

    __slots__ = (
        "type", "id", "name", "parent", "etag", "sequence_id", "size", "sha1", "created_at", "modified_at",
        "content_created_at", "content_modified_at", "trashed", "listed", "url",
    )

    def __init__(self, type, id, name, parent, size=0, sha1=None, at="2024-05-01T10:00:00" + ZONE, content_at=None):
        self.type = type
        self.id = id
        self.name = name
        self.parent = parent
        self.etag = None if id == ROOT else 0
        self.sequence_id = self.etag
        self.size = size
        self.sha1 = sha1
        self.created_at = self.modified_at = None if id == ROOT else at
        self.content_created_at = self.content_modified_at = None if id == ROOT else (content_at or at)
        self.trashed = False
        # Whether the listing of its folder still names it when it is trashed: clients have to look at item_status.
        self.listed = False
        self.url = None

    @property
    def key(self):
        """The place in a listing. Markers hold it, so what comes or goes before it shifts nothing."""
        return (RANK[self.type], self.name, self.id)

    def changed(self, now):
        self.etag += 1
        self.sequence_id += 1
        self.modified_at = now


def made_sha1(text):
    """A digest that looks like one of contents: the fake has no contents."""
    return hashlib.sha1(text.encode("utf-8", "surrogatepass")).hexdigest()


def made_time(number):
    """A time that is a function of the number, made without strftime because a page needs a thousand."""
    return "20%02d-%02d-%02dT%02d:%02d:%02d%s" % (
        10 + number % 14, 1 + number // 7 % 12, 1 + number // 3 % 28, number % 24, number // 5 % 60, number % 60, ZONE
    )
