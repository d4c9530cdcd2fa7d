"""Which part of a folder a request wants, and the markers that say where the next part begins."""

import base64
import json

from answer import error

ITEMS_LIMIT = 1000
# Checked but not obeyed: every listing is by kind and name.
CHOICES = {"sort": ("id", "name", "date", "size"), "direction": ("ASC", "DESC")}


class Refusal(Exception):
    """Ends the handling of a request with an answer."""

    def __init__(self, answer):
        super().__init__(answer.status)
        self.answer = answer


class Page:
    """Which part of a folder a request wants. Markers hold the number of the page, so that faults can be of a page."""

    def __init__(self, folder, query):
        self.folder = folder
        self.fields = query.get("fields")
        self.limit = whole(query, "limit", 100, 1, ITEMS_LIMIT)
        self.by_marker = query.get("usemarker", "").lower() in ("true", "1")
        self.offset = whole(query, "offset", 0, 0, 1 << 53)
        for name, choices in CHOICES.items():
            if name in query and query[name] not in choices:
                raise Refusal(error(400, message="Invalid value of '%s'" % name))
        self.key = None
        self.number = self.offset // self.limit + 1
        self.marker = query.get("marker") if self.by_marker else None
        if self.by_marker:
            self.offset = 0
            self.number = 1
            if self.marker:
                self._read_marker()

    def _read_marker(self):
        try:
            folder, self.number, self.key = json.loads(base64.urlsafe_b64decode(self.marker))
        except ValueError:
            folder = None
        if folder != self.folder:
            raise Refusal(error(400, message="Invalid marker"))

    def marker_after(self, key, number):
        text = json.dumps([self.folder, number, key], separators=(",", ":"))
        return base64.urlsafe_b64encode(text.encode()).decode()


def whole(query, name, default, least, most):
    text = query.get(name, "")
    if text == "":
        return default
    if not text.isdecimal() or not least <= int(text) <= most:
        raise Refusal(error(400, message="Invalid value '%s'. '%s' is out of range" % (text[:20], name)))
    return int(text)
