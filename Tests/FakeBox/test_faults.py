"""Each fault does on the wire what its name says, to the requests that it is planned for and to no other."""

import http.client
import json
import os
import socket
import ssl
import subprocess
import tempfile
import time
import unittest

from started import HERE, Started

FOLDER = "10000001"
ITEMS = "/2.0/folders/%s/items?usemarker=true&limit=2" % FOLDER


class Faults(unittest.TestCase):
    def setUp(self):
        self.fake = self.enterContext(Started("--flat", "5"))

    def plan(self, fault, **more):
        self.fake.control("faults", **{"folder": FOLDER, "fault": fault, **more})

    def ask(self, path=ITEMS):
        return self.fake.send("GET", path, headers={"Authorization": "Bearer fake-token"})

    def page(self, **query):
        return self.fake.get("/2.0/folders/%s/items" % FOLDER, usemarker="true", limit=2, **query)[1]

    def raw(self, seconds):
        """What comes on a connection of its own within a time, when, and whether the server ended it."""
        with socket.create_connection(("127.0.0.1", self.fake.port)) as connection:
            head = "GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer fake-token\r\n\r\n" % ITEMS
            connection.sendall(head.encode())
            parts, until = [], time.monotonic() + seconds
            while (left := until - time.monotonic()) > 0:
                connection.settimeout(left)
                try:
                    part = connection.recv(65536)
                except TimeoutError:
                    break
                if not part:
                    return parts, True
                parts.append(part)
            return parts, False

    def test_statuses(self):
        for status in (400, 401, 403, 404, 409, 429, 500, 503):
            with self.subTest(status=status):
                self.plan(str(status))
                got, headers, body = self.ask()
                error = json.loads(body)
                self.assertEqual((got, error["type"], error["status"]), (status, "error", status))
                self.assertEqual(headers["Retry-After"], "1" if status == 429 else None)
                self.assertEqual("WWW-Authenticate" in headers, status == 401)
                self.assertEqual(self.ask()[0], 200)

    def test_retry_after(self):
        self.plan("429", retry_after=7)
        self.plan("503", retry_after=3)
        self.plan("429", retry_after=None)
        self.assertEqual([self.ask()[1]["Retry-After"] for _ in range(4)], ["7", "3", None, None])

    def test_a_401_without_a_body(self):
        self.plan("401", body="empty")
        self.assertEqual(self.ask()[0::2], (401, b""))

    def test_answers_that_are_not_of_box(self):
        for fault, status, kind in (("502html", 502, "text/html"), ("200html", 200, "text/html")):
            self.plan(fault)
            got, headers, body = self.ask()
            self.assertEqual((got, headers["Content-Type"], body[:6]), (status, kind, b"<html>"))
        self.plan("garbage")
        got, headers, body = self.ask()
        self.assertEqual((got, headers["Content-Type"]), (200, "application/json"))
        self.assertRaises(ValueError, json.loads, body)
        self.plan("not-a-box-answer")
        got, _, body = self.ask()
        self.assertEqual(got, 200)
        self.assertNotIn("entries", json.loads(body))

    def test_drop(self):
        self.plan("drop", times=2)
        self.assertEqual(self.raw(2), ([], True))
        self.assertRaises(OSError, self.ask)
        self.assertEqual(self.ask()[0], 200)

    def test_reset(self):
        self.plan("reset")
        self.assertRaises(ConnectionResetError, self.raw, 2)

    def test_cut(self):
        whole = len(self.ask()[2])
        self.plan("cut")
        parts, ended = self.raw(2)
        head, _, body = b"".join(parts).partition(b"\r\n\r\n")
        self.assertIn(b"Content-Length: %d" % whole, head)
        self.assertEqual((len(body), ended), (whole // 2, True))

    def test_slowloris(self):
        self.plan("slowloris", interval_ms=50)
        parts, ended = self.raw(0.6)
        body = b"".join(parts).partition(b"\r\n\r\n")[2]
        self.assertTrue(5 <= len(body) <= 12 and not ended, body)

    def test_hang(self):
        self.plan("hang")
        self.assertEqual(self.raw(0.3), ([], False))
        # Ours was not the way of the others, and the log says who went away.
        self.assertEqual(self.ask()[0], 200)
        first, second = self.fake.read("log")["requests"]
        self.assertEqual((first["status"], first["fault"], first["aborted"]), (0, "hang", True))
        self.assertEqual((second["status"], second["fault"]), (200, None))

    def test_huge_body(self):
        self.plan("huge-body", bytes=3 << 20)
        _, headers, body = self.ask()
        self.assertEqual((headers["Content-Length"], json.loads(body)), (None, {"entries": []}))
        self.assertGreater(len(body), 3 << 20)
        self.plan("huge-body")
        parts, _ = self.raw(0.3)
        self.assertGreater(sum(map(len, parts)), 1 << 20)
        self.assertEqual(self.ask()[0], 200)

    def test_stuck_marker(self):
        second = self.page()["next_marker"]
        self.plan("stuck-marker", page=2, times=-1)
        self.assertEqual(self.page()["next_marker"], second)
        stuck = self.page(marker=second)
        self.assertEqual((stuck["next_marker"], len(stuck["entries"])), (second, 2))
        self.plan("stuck-marker", page=1, times=-1)
        first = self.page()
        self.assertEqual(self.page(marker=first["next_marker"]), first)

    def test_the_end_is_said_in_three_ways(self):
        ends = []
        for fault in ("empty-marker", "absent-marker", None):
            if fault:
                self.fake.control("faults", clear=True, folder=FOLDER, fault=fault, times=-1)
            else:
                self.fake.control("faults", clear=True)
            self.assertEqual(self.fake.listing(FOLDER, limit=2)[1], 3)
            last = self.page(marker=self.page(marker=self.page()["next_marker"])["next_marker"])
            ends.append(last.get("next_marker", "absent"))
        self.assertEqual(ends, ["", "absent", None])

    def test_a_folder_vanishes_between_pages(self):
        self.plan("vanish-between-pages", page=2)
        marker = self.page()["next_marker"]
        self.assertEqual(self.page(marker=marker)["code"], "not_found")
        self.assertEqual(self.page()["code"], "trashed")
        self.assertEqual(self.fake.read("events")["entries"][0]["event_type"], "ITEM_TRASH")
        self.assertEqual(self.fake.listing("0"), ([], 1))

    def test_which_requests(self):
        self.plan("500", page=2, times=2)
        first = self.page()
        marker = first["next_marker"]
        self.assertEqual([self.page(marker=marker).get("status") for _ in range(3)], [500, 500, None])
        self.assertEqual(self.fake.read("faults")["faults"][0]["done"], 2)
        self.fake.control("faults", clear=True, folder="*", fault="403", times=-1)
        self.assertEqual([self.fake.get(p)[0] for p in ("/2.0/folders/0/items", "/2.0/folders/0")], [403, 200])
        self.fake.control("faults", clear=True, faults=[{"path": "/2.0/events", "fault": "503"}])
        self.assertEqual([self.fake.get(p)[0] for p in ("/2.0/users/me", "/2.0/events")], [200, 503])

    def test_wishes_that_make_no_sense(self):
        page_of_no_folder = {"fault": "stuck-marker", "path": "/2.0/events"}
        for wish in ({"fault": "fire", "folder": "0"}, {"fault": "500"}, page_of_no_folder):
            self.assertRaises(ValueError, self.fake.control, "faults", **wish)
        self.assertEqual(self.fake.read("faults"), {"faults": []})

    def test_two_requests_at_once_on_a_connection(self):
        with socket.create_connection(("127.0.0.1", self.fake.port)) as connection:
            connection.sendall(b"GET /2.0/users/me HTTP/1.1\r\nAuthorization: Bearer fake-token\r\n\r\n" * 2)
            answer = http.client.HTTPResponse(connection)
            answer.begin()
            self.assertEqual((answer.status, json.loads(answer.read())["type"]), (200, "user"))


class TLS(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        subprocess.run([os.path.join(HERE, "make-certificate"), self.folder], check=True)
        self.tls = ["--tls", os.path.join(self.folder, "cert.pem"), os.path.join(self.folder, "key.pem")]
        self.trust = ssl.create_default_context(cafile=os.path.join(self.folder, "ca.pem"))

    def ask(self, connection):
        connection.request("GET", "/2.0/users/me", headers={"Authorization": "Bearer fake-token"})
        return connection.getresponse().status

    def test_tls(self):
        with Started("--flat", "1", *self.tls) as fake:
            connection = http.client.HTTPSConnection("localhost", fake.port, context=self.trust)
            self.assertEqual(self.ask(connection), 200)
            connection.close()
            stranger = http.client.HTTPSConnection("localhost", fake.port, context=ssl.create_default_context())
            self.assertRaises(ssl.SSLCertVerificationError, self.ask, stranger)

    def test_tunnel(self):
        with Started("--flat", "1", *self.tls, "--connect-proxy") as fake:
            for _ in range(5):
                connection = http.client.HTTPSConnection("127.0.0.1", fake.port, context=self.trust)
                connection.set_tunnel("api.box.com", 443)
                self.assertEqual(self.ask(connection), 200)
                connection.close()
            self.assertEqual(len(fake.read("log")["requests"]), 5)


if __name__ == "__main__":
    unittest.main()
