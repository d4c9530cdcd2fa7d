"""What the fake promises to the tests that lean on it: pages, events, tokens, the log and its own end."""

import json
import os
import signal
import tempfile
import time
import unittest
import urllib.parse

from started import Started

FIELDS = "type,id,etag,sequence_id,name,sha1,size,content_modified_at,modified_at,item_status"


def described(folder, **more):
    """A tree file, in a folder of the test, with the items given."""
    path = os.path.join(folder, "tree.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(more, file)
    return path


class Paging(unittest.TestCase):
    def test_counts_of_items_and_requests(self):
        for items, requests in ((0, 1), (1, 1), (1000, 1), (1001, 2), (2500, 3)):
            with self.subTest(items=items), Started("--flat", str(items)) as fake:
                (folder,), _ = fake.listing("0")
                entries, sent = fake.listing(folder["id"], limit=1000, fields=FIELDS)
                self.assertEqual((len(entries), sent), (items, requests))
                self.assertEqual(len({entry["id"] for entry in entries}), items)
                self.assertEqual([e["name"] for e in entries], sorted(e["name"] for e in entries))

    def test_offsets(self):
        with Started("--flat", "2500") as fake:
            status, page = fake.get("/2.0/folders/10000001/items", offset=2000, limit=1000)
            self.assertEqual((status, page["total_count"], page["offset"]), (200, 2500, 2000))
            self.assertEqual(len(page["entries"]), 500)
            self.assertNotIn("next_marker", page)
            # A marker without usemarker is no marker: a client that forgets it gets the first page for ever.
            marked = fake.get("/2.0/folders/10000001/items", usemarker="true", limit=1)[1]["next_marker"]
            self.assertEqual(fake.get("/2.0/folders/10000001/items", marker=marked)[1]["offset"], 0)

    def test_spellings_of_usemarker(self):
        with Started("--flat", "3") as fake:
            for text in ("true", "True", "1"):
                self.assertIn("next_marker", fake.get("/2.0/folders/10000001/items", usemarker=text)[1])

    def test_refusals(self):
        with Started("--flat", "3") as fake:
            for query in ({"limit": 1001}, {"limit": "x"}, {"usemarker": "true", "marker": "abc"}, {"sort": "colour"}):
                status, error = fake.get("/2.0/folders/10000001/items", **query)
                self.assertEqual((status, error["type"], error["status"]), (400, "error", 400))
            self.assertEqual(fake.get("/2.0/folders/77/items")[0], 404)
            self.assertEqual(fake.get("/2.0/folders/10000001x/items")[0], 405)

    def test_an_item_that_goes_between_pages_shifts_nothing(self):
        with Started("--flat", "10") as fake:
            _, page = fake.get("/2.0/folders/10000001/items", usemarker="true", limit=5)
            fake.control("trash", id=page["entries"][4]["id"])
            _, rest = fake.get("/2.0/folders/10000001/items", usemarker="true", limit=5, marker=page["next_marker"])
            self.assertEqual([e["name"][-5] for e in rest["entries"]], list("56789"))

    def test_a_made_tree_is_the_same_computed_and_stored(self):
        with Started("--made", "50x3") as fake:
            before = fake.truth()
            self.assertEqual(len(before), 50 * 4)
            computed = fake.listing("10000001", fields=FIELDS)
            # With a field that is not plain the entries are made in another way.
            slow = [{k: v for k, v in e.items() if k != "description"}
                    for e in fake.listing("10000001", fields=FIELDS + ",description")[0]]
            self.assertEqual(computed[0], slow)
            fake.control("add", parent="10000001", name="new", id="1")
            fake.control("trash", id="1")
            self.assertEqual(fake.listing("10000001", fields=FIELDS), computed)
            self.assertEqual([item for item in fake.truth() if item["id"] != "1"], before)

    def test_the_root_has_no_etag_and_no_times(self):
        with Started() as fake:
            root = fake.get("/2.0/folders/0")[1]
            self.assertEqual([root[n] for n in ("etag", "sequence_id", "modified_at", "content_modified_at", "parent")],
                             [None] * 5)

    def test_what_a_tree_file_may_say(self):
        with tempfile.TemporaryDirectory() as folder:
            items = [
                {"name": "a", "id": "7", "items": [{"alias": "7"}, {"alias": "8"}]},
                {"name": "b.jpg", "id": "8", "item_status": "trashed", "etag": "5", "content_modified_at": None},
                {"name": "w", "type": "web_link", "id": "9"},
            ]
            with Started("--tree", described(folder, items=items)) as fake:
                top = fake.listing("0", fields="item_status,content_modified_at,url")[0]
                self.assertEqual([(e["type"], e["id"], e["item_status"]) for e in top],
                                 [("folder", "7", "active"), ("file", "8", "trashed"), ("web_link", "9", "active")])
                self.assertEqual((top[1]["etag"], top[1]["content_modified_at"]), ("5", None))
                self.assertEqual([e["id"] for e in fake.listing("7")[0]], ["7", "8"])


class Changes(unittest.TestCase):
    def events(self, fake, position="0", **query):
        return fake.get("/2.0/events", stream_position=position, stream_type="changes", limit=500, **query)[1]

    def test_each_change_is_told(self):
        with Started("--made", "2x2") as fake:
            file = fake.control("add", parent="10000001", name="x.jpg")
            fake.control("modify", id=file["id"])
            fake.control("rename", id=file["id"], name="y.jpg")
            moved = fake.control("move", id=file["id"], parent="10000002")
            fake.control("trash", id=file["id"])
            fake.control("untrash", id=file["id"])
            fake.control("add", parent="0", type="folder", name="f")
            events = self.events(fake)["entries"]
            self.assertEqual(
                [event["event_type"] for event in events],
                ["ITEM_UPLOAD", "ITEM_MODIFY", "ITEM_RENAME", "ITEM_MOVE", "ITEM_TRASH", "ITEM_UNDELETE_VIA_TRASH",
                 "ITEM_CREATE"])
            sources = [event["source"] for event in events]
            self.assertEqual([source["sequence_id"] for source in sources], ["0", "1", "2", "3", "4", "5", "0"])
            self.assertNotEqual(sources[0]["sha1"], sources[1]["sha1"])
            # Only the new parent is named.
            self.assertEqual((sources[3]["parent"]["id"], moved["path"]), ("10000002", "folder-0000002/y.jpg"))
            self.assertNotIn("10000001", json.dumps(sources[3]))
            self.assertEqual([source["item_status"] for source in sources[4:6]], ["trashed", "active"])
            self.assertEqual(len({event["event_id"] for event in events}), 7)

    def test_positions(self):
        with Started() as fake:
            now = self.events(fake, "now")
            self.assertEqual(now["entries"], [])
            fake.control("add", name="a.jpg")
            page = self.events(fake, now["next_stream_position"])
            self.assertEqual(len(page["entries"]), 1)
            self.assertGreater(page["next_stream_position"], 1 << 53)
            fake.control("events", position_as="string")
            self.assertEqual(self.events(fake, "now")["next_stream_position"], str(page["next_stream_position"]))
            for position in ("soon", "5"):
                self.assertEqual(fake.get("/2.0/events", stream_position=position)[0], 400)

    def test_events_repeat_and_come_late_and_not_at_all(self):
        with Started() as fake:
            fake.control("add", name="a", event={"late": True})
            fake.control("add", name="b", event={"repeat": 1})
            fake.control("add", name="c", event={"silent": True})
            self.assertEqual([e["source"]["name"] for e in self.events(fake)["entries"]], ["b", "b", "a"])
            fake.control("events", reverse=True)
            self.assertEqual([e["source"]["name"] for e in self.events(fake)["entries"]], ["a", "b", "b"])

    def test_the_trash(self):
        with Started("--made", "3x1") as fake:
            fake.control("trash", id="10000002")
            fake.control("trash", id="10000003", listed=True)
            self.assertEqual([e["id"] for e in fake.listing("0")[0]], ["10000001", "10000003"])
            status, error = fake.get("/2.0/folders/10000002/items")
            self.assertEqual((status, error["code"]), (404, "trashed"))
            below = [item for item in fake.truth() if item["parent"] == "10000002"]
            self.assertEqual([item["item_status"] for item in below], ["trashed"])
            fake.control("untrash", id="10000002")
            self.assertEqual(fake.get("/2.0/folders/10000002/items")[0], 200)

    def test_a_folder_moves_with_what_is_in_it(self):
        with Started("--made", "25x1") as fake:
            fake.control("move", id="10000001", parent="10000002")
            paths = {item["path"] for item in fake.truth()}
            self.assertIn("folder-0000002/folder-0000001/folder-0000021/IMG_0000000.jpg", paths)
            self.assertEqual(len(paths), 50)
            with self.assertRaises(ValueError):
                fake.control("move", id="10000002", parent="10000021")

    def test_names_are_unique_whatever_their_capitals(self):
        with Started("--made", "1x1") as fake:
            with self.assertRaises(ValueError):
                fake.control("add", parent="10000001", name="img_0000000.JPG")
            fake.control("add", parent="10000001", name="img_0000000.JPG", force=True)


class Tokens(unittest.TestCase):
    def ask(self, fake, **form):
        form = {"client_id": "a", "client_secret": "b", **form}
        status, _, body = fake.send("POST", "/oauth2/token", urllib.parse.urlencode(form))
        return status, json.loads(body)

    def test_who_may_ask(self):
        with Started("--token", "one", "--token", "two") as fake:
            statuses = [fake.get("/2.0/users/me", token=t)[0] for t in ("one", "two", "three", "")]
            self.assertEqual(statuses, [200, 200, 401, 401])
            fake.control("tokens", expire="one")
            self.assertEqual([fake.get("/2.0/users/me", token=t)[0] for t in ("one", "two")], [401, 200])
            fake.control("tokens", valid=["three"], empty_401=True)
            self.assertEqual([fake.get("/2.0/users/me", token=t)[0] for t in ("two", "three")], [401, 200])
            self.assertIsNone(fake.get("/2.0/users/me", token="two")[1])

    def test_a_refresh_token_is_good_once(self):
        with Started() as fake:
            status, first = self.ask(fake, grant_type="refresh_token", refresh_token="fake-refresh")
            self.assertEqual((status, fake.get("/2.0/users/me", token=first["access_token"])[0]), (200, 200))
            status, error = self.ask(fake, grant_type="refresh_token", refresh_token="fake-refresh")
            self.assertEqual((status, error["error"]), (400, "invalid_grant"))
            status, _ = self.ask(fake, grant_type="refresh_token", refresh_token=first["refresh_token"])
            self.assertEqual((status, fake.read("tokens")["refresh_used"]), (200, 2))

    def test_client_credentials(self):
        with Started() as fake:
            fake.control("tokens", client={"id": "a", "secret": "b"}, expires_in=0.2)
            subject = {"grant_type": "client_credentials", "box_subject_type": "user", "box_subject_id": "1"}
            status, answer = self.ask(fake, **subject)
            self.assertEqual((status, answer["token_type"], "refresh_token" in answer), (200, "bearer", False))
            self.assertEqual(fake.get("/2.0/users/me", token=answer["access_token"])[0], 200)
            time.sleep(0.25)
            self.assertEqual(fake.get("/2.0/users/me", token=answer["access_token"])[0], 401)
            self.assertEqual(self.ask(fake, **{**subject, "client_secret": "c"})[1]["error"], "invalid_client")
            self.assertEqual(self.ask(fake, grant_type="client_credentials")[1]["error"], "invalid_grant")
            self.assertEqual(self.ask(fake, grant_type="password")[1]["error"], "unsupported_grant_type")


class Life(unittest.TestCase):
    def test_the_log(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "log")
            with Started("--flat", "1", "--log", path, "--latency", "50", "--token", "secret-1234") as fake:
                fake.get("/2.0/users/me", token="secret-1234", fields="id")
                fake.get("/2.0/folders/5/items", token="secret-1234")
                log = fake.read("log")
                first, second = log["requests"]
                self.assertEqual((first["method"], first["path"], first["query"], first["status"], first["token"]),
                                 ("GET", "/2.0/users/me", "fields=id", 200, "1234"))
                self.assertEqual((second["status"], second["in_flight"], log["in_flight"]), (404, 1, 0))
                self.assertGreaterEqual(first["end"] - first["start"], 49)
                self.assertLess(abs(time.monotonic() * 1000 - second["end"]), 5000)
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                self.assertEqual([json.loads(line) for line in text.splitlines()], log["requests"])
                self.assertNotIn("secret", text)
                fake.control("log", clear=True)
                self.assertEqual(fake.read("log")["requests"], [])

    def test_a_rate(self):
        with Started("--rate", "5") as fake:
            answers = [fake.get("/2.0/users/me")[0] for _ in range(20)]
            self.assertEqual(answers[:5], [200] * 5)
            self.assertIn(429, answers)

    def test_gzip(self):
        with Started("--flat", "100", "--gzip") as fake:
            headers = {"Authorization": "Bearer fake-token", "Accept-Encoding": "gzip"}
            _, answered, body = fake.send("GET", "/2.0/folders/10000001/items", headers=headers)
            self.assertEqual((answered["Content-Encoding"], body[:2]), ("gzip", b"\x1f\x8b"))
            self.assertEqual(len(fake.get("/2.0/folders/10000001/items")[1]["entries"]), 100)

    def test_it_ends_with_its_standard_input_and_with_sigterm(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "port")
            fake = Started("--port-file", path)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(int(file.read()), fake.port)
            with fake:
                pass
            self.assertEqual(fake.process.returncode, 0)
        with Started() as fake:
            fake.process.send_signal(signal.SIGTERM)
            self.assertEqual(fake.process.wait(5), 0)


if __name__ == "__main__":
    unittest.main()
