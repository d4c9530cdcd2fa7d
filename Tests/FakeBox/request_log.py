"""What was asked, when, and how many requests were under way: what a test proves a client's manners with."""

import json
import time


def milliseconds():
    """The monotonic clock of the machine, so that a test in another process can compare."""
    return round(time.monotonic() * 1000, 3)


class RequestLog:
    def __init__(self, path=None):
        self.entries = []
        self.in_flight = 0
        self.most_in_flight = 0
        self.file = open(path, "w", encoding="utf-8", buffering=1) if path else None

    def start(self, request, connection):
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        entry = {
            "method": request.method,
            "path": request.path,
            "query": request.query,
            # Secrets have no place in a log: four characters tell tokens apart.
            "token": request.token[-4:] if request.token else None,
            "user_agent": request.headers.get("user-agent"),
            "connection": connection,
            "in_flight": self.in_flight,
            "start": milliseconds(),
            "end": None,
            "status": None,
            "fault": None,
        }
        self.entries.append(entry)
        return entry

    def end(self, entry, status, aborted=False):
        """`status` 0: no answer. `aborted`: the client went away before it had the whole."""
        self.in_flight -= 1
        entry["end"] = milliseconds()
        entry["status"] = status
        if aborted:
            entry["aborted"] = True
        if self.file:
            self.file.write(json.dumps(entry) + "\n")

    def clear(self):
        self.entries = []
        self.most_in_flight = self.in_flight
