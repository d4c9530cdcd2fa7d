"""The plan of what goes wrong: which request, how, and how often."""

from answer import Answer, error, unauthorized

# Answers without looking at the tree.
INSTEAD = {"502html", "drop", "reset", "garbage", "hang", "not-a-box-answer", "200html", "huge-body"}
# The right answer, spoiled on its way.
WIRE = {"cut", "slowloris"}
# The right page with another end, or its folder gone.
PAGE = {"stuck-marker", "empty-marker", "absent-marker", "vanish-between-pages"}

HTML = b"<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n"
JSON = [("Content-Type", "application/json")]


def is_status(name):
    return name.isdecimal() and len(name) == 3 and name[0] in "45"


class Fault:
    """One line of the plan. `options` are the words of it that only some faults read."""

    def __init__(self, wish):
        self.name = wish["fault"]
        if not (self.name in INSTEAD | WIRE | PAGE or is_status(self.name)):
            raise ValueError("no such fault: " + self.name)
        self.folder = str(wish["folder"]) if wish.get("folder") is not None else None
        self.path = wish.get("path")
        if (self.folder is None) == (self.path is None):
            raise ValueError("a fault is of a folder (an id or *) or of a path")
        if self.path is not None and self.name in PAGE:
            raise ValueError(self.name + " is of a folder")
        self.page = wish.get("page")
        self.times = wish.get("times", 1)
        self.done = 0
        self.options = wish

    def fits(self, path, folder, page):
        if self.times >= 0 and self.done >= self.times:
            return False
        if self.path is not None:
            return path == self.path
        return folder is not None and self.folder in (folder, "*") and self.page in (None, page)


class FaultPlan:
    def __init__(self):
        self.faults = []

    def take(self, path, folder, page):
        """The first fault of the plan that fits, which counts as done; or None."""
        for fault in self.faults:
            if fault.fits(path, folder, page):
                fault.done += 1
                return fault
        return None

    def state(self):
        return [{**fault.options, "done": fault.done} for fault in self.faults]


def answer_instead(fault, empty_401):
    """What is answered without looking at the tree; None when the fault needs the right answer first."""
    name, options = fault.name, fault.options
    found = None
    if name == "401":
        found = unauthorized(options.get("body") == "empty" or empty_401)
    elif is_status(name):
        wait = options.get("retry_after", 1 if name == "429" else None)
        headers = [] if wait is None else [("Retry-After", str(wait))]
        found = error(int(name), options.get("code"), options.get("message"), headers)
    elif name == "502html":
        found = Answer(502, HTML, [("Content-Type", "text/html")])
    elif name == "200html":
        found = Answer(200, HTML.replace(b"502 Bad Gateway", b"Sign in"), [("Content-Type", "text/html")])
    elif name == "garbage":
        found = Answer(200, b'{"entries":[{"type":"file","id":\xff\xfe\x00, oops', JSON)
    elif name == "not-a-box-answer":
        found = Answer(200, b'{"message":"hello","items":[1,2,3]}', JSON)
    elif name == "huge-body":
        found = Answer(200, b"", JSON, wire=name)
    elif name in ("drop", "reset", "hang"):
        found = Answer(0, wire=name)
    if found:
        found.fault = name
        found.options = options
    return found
