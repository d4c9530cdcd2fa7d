"""Starts the fake for a Python test, and talks to it with nothing between: no proxy, no redirect, no retry."""

import http.client
import json
import os
import subprocess
import sys
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))


class Started:
    """The fake as a process, ended with the block that it is made for."""

    def __init__(self, *arguments):
        command = [sys.executable, "-B", os.path.join(HERE, "fakebox.py"), *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline().split()
        if line[:1] != ["port"]:
            raise RuntimeError("the fake did not start")
        self.port = int(line[1])
        self.url = "http://127.0.0.1:%d" % self.port
        self.connection = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.connection:
            self.connection.close()
        self.process.stdin.close()
        self.process.wait(5)
        self.process.stdout.close()

    def send(self, method, path, body=None, headers=None):
        """Status, headers and body of one request, on one connection that is kept."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            self.connection.request(method, path, body, headers or {})
            answer = self.connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            raise

    def get(self, path, token="fake-token", **query):
        """Status and JSON of an API path."""
        asked = "?" + urllib.parse.urlencode(query) if query else ""
        status, _, body = self.send("GET", path + asked, headers={"Authorization": "Bearer " + token})
        return status, json.loads(body) if body else None

    def listing(self, folder, **query):
        """All entries of a folder by markers, and the number of requests that took."""
        entries, requests, marker = [], 0, {}
        while True:
            status, page = self.get("/2.0/folders/%s/items" % folder, usemarker="true", **marker, **query)
            if status != 200:
                raise RuntimeError("listing %s: %d" % (folder, status))
            requests += 1
            entries += page["entries"]
            if not page.get("next_marker"):
                return entries, requests
            marker = {"marker": page["next_marker"]}

    def control(self, control, /, **wish):
        """A change over the control API; the answer, or ValueError with the reason of a refusal."""
        status, _, body = self.send("POST", "/_fake/" + control, json.dumps(wish))
        if status != 200:
            raise ValueError(json.loads(body)["error"])
        return json.loads(body)

    def read(self, name):
        return json.loads(self.send("GET", "/_fake/" + name)[2])

    def truth(self):
        return self.read("tree")["items"]
