"""The stream of events of the account: what happened to items, told as loosely as Box tells it."""

import datetime

import wire_json

# Beyond 2^53: a client that reads a position as a floating point number asks for another one the next time.
FIRST_POSITION = 1_152_922_976_252_290_801
LIMIT = 500
# Event types that tell of no change of the tree; stream_type=changes leaves them out.
NO_CHANGE = {"ITEM_DOWNLOAD", "ITEM_PREVIEW", "COMMENT_CREATE", "LOCK_CREATE", "TAG_ITEM_CREATE"}


def now():
    """The present in Box's form: whole seconds, with a zone."""
    zone = datetime.timezone(datetime.timedelta(hours=-7))
    return datetime.datetime.now(zone).isoformat(timespec="seconds")


class Events:
    def __init__(self):
        self.entries = []
        # Events that come after those of the next change: the order of the stream is not that of the changes.
        self.late = []
        self.made = 0
        self.position_as = "int"
        self.reverse = False

    def tell(self, type, node, tree, options):
        """Adds the event of a change. `options`: silent, repeat (how often more), late, type, omit_parent."""
        if options.get("silent"):
            return
        source = wire_json.full(node, tree)
        if options.get("omit_parent"):
            del source["parent"], source["path_collection"]
        self.made += 1
        told = now()
        event = {
            "type": "event",
            "event_id": "%040x" % (0xFA4E << 64 | self.made),
            "created_by": wire_json.USER,
            "created_at": told,
            "recorded_at": told,
            "event_type": options.get("type", type),
            "session_id": "fake-session",
            "source": source,
        }
        events = [event] * (1 + options.get("repeat", 0))
        if options.get("late"):
            self.late += events
        else:
            self.entries += events + self.late
            self.late = []

    def position(self, index):
        number = FIRST_POSITION + index
        return str(number) if self.position_as == "string" else number

    def answer(self, stream_type, position, limit):
        """The part of the stream from a position; ValueError when that is no position."""
        start = len(self.entries)
        if position in ("", "0", None):
            start = 0
        elif position != "now":
            start = int(position) - FIRST_POSITION
            if not 0 <= start <= len(self.entries):
                raise ValueError("no such position")
        entries = self.entries[start : start + limit]
        next_position = self.position(start + len(entries))
        if stream_type != "all":
            entries = [event for event in entries if event["event_type"] not in NO_CHANGE]
        if self.reverse:
            entries = entries[::-1]
        return {"chunk_size": len(entries), "next_stream_position": next_position, "entries": entries}
