"""The paths of Box's API that are faked: folders, their items, files, the user, events and tokens."""

import base64
import time
import urllib.parse

import wire_json
from answer import Answer, error, json_answer, unauthorized
from events import LIMIT as EVENTS_LIMIT
from faults import WIRE, answer_instead
from paging import Page, Refusal, whole
from tokens import Refused

TOKEN_PATHS = ("/oauth2/token", "/api/oauth2/token", "/2.0/oauth2/token")
STREAM_TYPES = ("all", "changes", "sync")
ADMIN_STREAM_TYPES = ("admin_logs", "admin_logs_streaming")


class Rate:
    """A bucket of requests that fills by `rate` a second and holds as many, but one at least."""

    def __init__(self, rate):
        self.rate = rate
        self.most = self.level = max(1, rate)
        self.at = time.monotonic()

    def take(self):
        now = time.monotonic()
        self.level = min(self.most, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class BoxAPI:
    def __init__(self, tree, events, tokens, plan, rate=None):
        self.tree = tree
        self.events = events
        self.tokens = tokens
        self.plan = plan
        self.rate = Rate(rate) if rate else None

    def answer(self, request):
        try:
            return self._answer(request)
        except Refusal as refusal:
            return refusal.answer

    def _answer(self, request):
        path = request.path
        if path in TOKEN_PATHS:
            fault = self.plan.take(path, None, None)
            return self._spoilt(fault, lambda: self._token(request))
        if not self.tokens.is_valid(request.token):
            return unauthorized(self.tokens.empty_401, self.tokens.is_known(request.token))
        if self.rate and not self.rate.take():
            return error(429, headers=[("Retry-After", "1")])
        query = dict(urllib.parse.parse_qsl(request.query, keep_blank_values=True))
        parts = path.split("/")
        if len(parts) == 5 and parts[1:3] == ["2.0", "folders"] and parts[4] == "items":
            self._only_get(request)
            page = Page(self._id(parts[3]), query)
            fault = self.plan.take(path, page.folder, page.number)
            return self._spoilt(fault, lambda: self._items(page, fault))
        fault = self.plan.take(path, None, None)
        return self._spoilt(fault, lambda: self._other(request, parts, query))

    def _spoilt(self, fault, right):
        answer = fault and answer_instead(fault, self.tokens.empty_401)
        if answer:
            return answer
        answer = right()
        if fault:
            answer.fault = fault.name
            answer.options = fault.options
            answer.wire = fault.name if fault.name in WIRE else None
        return answer

    def _other(self, request, parts, query):
        self._only_get(request)
        if parts[1:] == ["2.0", "users", "me"]:
            return json_answer(self._user())
        if parts[1:] == ["2.0", "events"]:
            return self._events(query)
        if len(parts) == 4 and parts[1] == "2.0" and parts[2] in ("folders", "files"):
            return self._one(request, parts[2][:-1], self._id(parts[3]), query)
        return error(404)

    def _only_get(self, request):
        if request.method != "GET":
            raise Refusal(error(405))

    def _id(self, text):
        if not (text.isascii() and text.isdecimal()):
            raise Refusal(error(405))
        return text

    def _find(self, type, id):
        node = self.tree.get(id)
        if node is None or node.type != type:
            raise Refusal(error(404))
        if self.tree.is_trashed(node):
            raise Refusal(error(404, "trashed", "Item is trashed"))
        return node

    def _one(self, request, type, id, query):
        node = self._find(type, id)
        if node.etag is not None and request.headers.get("if-none-match", "").strip('"') == str(node.etag):
            return Answer(304)
        fields = query.get("fields")
        found = wire_json.item(node, fields, self.tree) if fields else wire_json.full(node, self.tree)
        if type == "folder" and (not fields or "item_collection" in fields.split(",")):
            page = Page(id, {"limit": query.get("limit", ""), "offset": query.get("offset", "")})
            found["item_collection"] = self._collection(page)
        return json_answer(found)

    def _collection(self, page):
        nodes = self.tree.slice(page.folder, page.offset, page.limit)
        return {
            "total_count": self.tree.count(page.folder),
            "entries": [wire_json.item(node, page.fields, self.tree) for node in nodes],
            "offset": page.offset,
            "limit": page.limit,
            "order": [{"by": "type", "direction": "ASC"}, {"by": "name", "direction": "ASC"}],
        }

    def _items(self, page, fault):
        folder = self._find("folder", page.folder)
        if fault and fault.name == "vanish-between-pages":
            self.tree.trash(folder, True)
            self.events.tell("ITEM_TRASH", folder, self.tree, {})
            raise Refusal(self._spoilt(fault, lambda: error(404)))
        if not page.by_marker:
            return json_answer(self._collection(page))
        start = self.tree.place_after(page.folder, page.key) if page.key else 0
        nodes = self.tree.slice(page.folder, start, page.limit)
        answer = {"limit": page.limit, "next_marker": None}
        last = start + len(nodes) >= self.tree.count(page.folder)
        if fault and fault.name == "stuck-marker":
            answer["next_marker"] = page.marker or page.marker_after(None, 1)
        elif not last:
            answer["next_marker"] = page.marker_after(nodes[-1].key, page.number + 1)
        elif fault and fault.name == "empty-marker":
            answer["next_marker"] = ""
        elif fault and fault.name == "absent-marker":
            del answer["next_marker"]
        return self._listing(page, nodes, answer)

    def _listing(self, page, nodes, rest):
        quick = not self.tree.is_stored(page.folder) and wire_json.made_entries(nodes, page.fields)
        if not quick:
            return json_answer({"entries": [wire_json.item(node, page.fields, self.tree) for node in nodes], **rest})
        body = b'{"entries":%s,%s' % (quick, wire_json.dumps(rest)[1:])
        return Answer(200, body, [("Content-Type", "application/json")])

    def _user(self):
        return {
            **wire_json.USER,
            "created_at": "2012-12-12T10:53:43-08:00",
            "modified_at": "2024-05-01T10:00:00-07:00",
            "language": "en",
            "timezone": "America/Los_Angeles",
            "space_amount": 11345156112,
            "space_used": 1237009912,
            "max_upload_size": 2147483648,
            "status": "active",
        }

    def _events(self, query):
        stream = query.get("stream_type", "all")
        if stream in ADMIN_STREAM_TYPES:
            return error(403)
        if stream not in STREAM_TYPES:
            return error(400, message="Invalid stream_type")
        limit = whole(query, "limit", 100, 0, EVENTS_LIMIT)
        try:
            return json_answer(self.events.answer(stream, query.get("stream_position"), limit))
        except ValueError:
            return error(400, message="Invalid stream_position")

    def _token(self, request):
        if request.method != "POST":
            return error(405)
        form = dict(urllib.parse.parse_qsl(request.body.decode("utf-8", "replace")))
        if request.headers.get("authorization", "").startswith("Basic "):
            # OAuth 2 clients may send their name and secret here; Go's does so first.
            pair = base64.b64decode(request.headers["authorization"][6:]).decode().partition(":")
            form.setdefault("client_id", urllib.parse.unquote(pair[0]))
            form.setdefault("client_secret", urllib.parse.unquote(pair[2]))
        try:
            return json_answer(self.tokens.grant(form), headers=[("Cache-Control", "no-store")])
        except Refused as refused:
            return json_answer({"error": refused.error, "error_description": refused.description}, 400)
