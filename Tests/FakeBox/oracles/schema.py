"""Oracle 1: openapi-core checks requests to the fake and its answers against box-openapi.json.

Where the fake departs from the document, as Box does, EXCEPTIONS has a name and a reason; one that was not needed is an
error too, so that the list cannot grow stale. openapi-core takes no notice of OAuth 2: the tests of the fake check 401.
"""

import json
import os
import urllib.parse
import warnings

from grown import DENIED, MANY, PHOTOS, grow, need, start, start_made

from openapi_core import OpenAPI
from openapi_core.testing import MockRequest, MockResponse

EXCEPTIONS = {
    "code": "the list of error codes in Box's document is not complete: access_denied_insufficient_permissions, "
    "trashed and rate_limit_exceeded are not in it",
    "shared_link": "the document does not let a file or web link have none, Box sends null for that",
    "parent": "the document lets the root have none beside an allOf, where OpenAPI 3.0.3 takes no notice of it",
    "sequence_id": "the document does not let it be null, the root has none",
    "source": "an item in an event fits File or Folder and the generic source as well, where exactly one should fit",
}
SCHEMA = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "box-openapi.json")


def leaves(error):
    """The errors that matter: of alternatives, those of the one whose kind the value has."""
    if error.validator not in ("oneOf", "anyOf", "allOf") or not error.context:
        return [error]
    branches = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    of_kind = [b for b in branches.values() if all(list(inner.path)[-1:] != ["type"] for inner in b)]
    return [leaf for inner in (of_kind or list(branches.values()))[0] for leaf in leaves(inner)]


def exception(error):
    """The name of the exception that excuses a schema error, or None."""
    name = str(error.absolute_path[-1]) if error.absolute_path else ""
    if name == "code" and error.validator == "enum":
        return name
    if name in ("shared_link", "parent", "sequence_id") and error.instance is None:
        return name
    return name if name == "source" and "valid under each of" in error.message else None


def path_of_one(schema):
    """A path that answers with that schema."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/" + schema}}}
    return {"get": {"responses": {"200": {"description": schema, "content": content}}}}


class Oracle:
    def __init__(self, fake):
        self.fake = fake
        with open(SCHEMA, encoding="utf-8") as file:
            document = json.load(file)
        self.openapi = OpenAPI.from_dict(document)
        # An event's source is checked as what it is, because of the exception of that name.
        self.sources = {
            kind: OpenAPI.from_dict({**document, "paths": {"/one": path_of_one(name)}})
            for kind, name in (("file", "File"), ("folder", "Folder"), ("web_link", "WebLink"))
        }
        self.used = set()
        self.checked = 0

    def problems(self, errors):
        for error in errors:
            schema_errors = getattr(error.__cause__, "schema_errors", None)
            if schema_errors is None:
                yield "%s %s" % (error, error.__cause__)
                continue
            for leaf in (leaf for each in schema_errors for leaf in leaves(each)):
                name = exception(leaf)
                if name:
                    self.used.add(name)
                else:
                    yield "%s: %s" % (list(leaf.absolute_path), leaf.message[:300])

    def check(self, method, path, query=None, body=None, status=200, headers=None, refused=False):
        """Sends a request, checks it and its answer. `refused`: the document refuses the request too."""
        query = query or {}
        prefix = "" if path.startswith("/oauth2") else "/2.0"
        kind = "application/x-www-form-urlencoded" if body is not None else ""
        data = urllib.parse.urlencode(body).encode() if body is not None else None
        sent = {"Authorization": "Bearer fake-token", **({"Content-Type": kind} if kind else {}), **(headers or {})}
        asked = "?" + urllib.parse.urlencode(query) if query else ""
        got, answer_headers, answer = self.fake.send(method, prefix + path + asked, data, sent)
        where = "%s %s%s" % (method, path, asked)
        need(got == status, "%s: status %d, expected %d: %s" % (where, got, status, answer[:200]))
        request = MockRequest(
            "https://api.box.com", method, prefix + path, args=query, headers=headers, data=data, content_type=kind
        )
        wrong = list(self.problems(self.openapi.iter_request_errors(request)))
        need(bool(wrong) == refused, "%s: request: %s" % (where, wrong or "the document takes what the fake refuses"))
        response = MockResponse(answer, got, dict(answer_headers), answer_headers.get("Content-Type", ""))
        if got != 304:
            problems = list(self.problems(self.openapi.iter_response_errors(request, response)))
            need(not problems, "%s: answer: %s" % (where, problems))
        self.checked += 1
        return json.loads(answer) if answer else None

    def source(self, value):
        request = MockRequest("https://api.box.com", "get", "/2.0/one")
        response = MockResponse(json.dumps(value).encode())
        problems = list(self.problems(self.sources[value["type"]].iter_response_errors(request, response)))
        need(not problems, "source of an event: %s" % problems)


def walk(oracle, query, folder="0"):
    """Checks every page below a folder; the ids seen."""
    seen, marker = set(), {}
    while True:
        status = 403 if folder == DENIED else 200
        page = oracle.check("GET", "/folders/%s/items" % folder, {**query, **marker}, status=status)
        for entry in page.get("entries", []):
            seen.add(entry["id"])
            if entry["type"] == "folder":
                seen |= walk(oracle, query, entry["id"])
        if not page.get("next_marker"):
            return seen
        marker = {"marker": page["next_marker"]}


def check_errors(oracle, fake):
    items = "/folders/%s/items" % MANY
    oracle.check("GET", items, {"limit": "2000"}, status=400, refused=True)
    oracle.check("GET", items, {"sort": "colour"}, status=400, refused=True)
    oracle.check("GET", "/events", {"limit": "501"}, status=400, refused=True)
    oracle.check("GET", items, status=401, headers={"Authorization": "Bearer nobody"})
    oracle.check("GET", "/folders/999/items", status=404)
    oracle.check("GET", "/folders/abc/items", status=405)
    oracle.check("GET", "/events", {"stream_type": "admin_logs"}, status=403)
    for status in ("401", "403", "404", "409", "429", "500", "503"):
        fake.control("faults", folder=MANY, fault=status)
        oracle.check("GET", items, {"usemarker": "true"}, status=int(status))
    trashed = [item for item in fake.truth() if item["item_status"] == "trashed" and item["type"] == "file"]
    oracle.check("GET", "/files/" + trashed[0]["id"], status=404)


def check_tokens(oracle):
    client = {"client_id": "a", "client_secret": "b"}
    by_client = {"grant_type": "client_credentials", **client, "box_subject_type": "user", "box_subject_id": "1"}
    by_refresh = {"grant_type": "refresh_token", **client, "refresh_token": "fake-refresh"}
    oracle.check("POST", "/oauth2/token", body=by_client)
    oracle.check("POST", "/oauth2/token", body={**by_client, "box_subject_type": "robot"}, status=400, refused=True)
    oracle.check("POST", "/oauth2/token", body=by_refresh)
    oracle.check("POST", "/oauth2/token", body=by_refresh, status=400)


def main():
    warnings.simplefilter("ignore")
    with start() as fake:
        grow(fake)
        oracle = Oracle(fake)
        fake.control("faults", folder=DENIED, fault="403", times=-1)
        wide = "type,id,etag,sequence_id,name,sha1,size,content_modified_at,modified_at,item_status"
        seen = walk(oracle, {"usemarker": "true", "limit": "1000", "fields": wide})
        need(len(seen) > 2510, "only %d items seen" % len(seen))
        walk(oracle, {"usemarker": "true"})
        every = wide + ",url,description,created_at,content_created_at,owned_by,parent,path_collection,file_version"
        every += ",shared_link"
        oracle.check("GET", "/folders/%s/items" % PHOTOS, {"fields": every})
        oracle.check("GET", "/folders/%s/items" % MANY, {"offset": "2400"})
        oracle.check("GET", "/folders/0")
        # Entries of computed items are made in another way.
        with start_made() as made:
            other = Oracle(made)
            need(len(walk(other, {"usemarker": "true", "limit": "7", "fields": wide})) == 25 * 6, "not 25 folders of 5")
            oracle.checked += other.checked
        oracle.check("GET", "/folders/" + PHOTOS)
        oracle.check("GET", "/files/503")
        oracle.check("GET", "/files/503", status=304, headers={"if-none-match": "0"})
        oracle.check("GET", "/users/me")
        fake.control("rename", id=PHOTOS, name="Pictures", event={"omit_parent": True})
        for position_as in ("int", "string"):
            fake.control("events", position_as=position_as)
            oracle.check("GET", "/events", {"stream_position": "now", "stream_type": "changes"})
            events = oracle.check("GET", "/events", {"stream_position": "0", "limit": "500"})["entries"]
        need(len({event["event_type"] for event in events}) == 7, "not an event of each kind")
        for event in events:
            oracle.source(event["source"])
        check_errors(oracle, fake)
        check_tokens(oracle)
        need(oracle.used == set(EXCEPTIONS), "exceptions not needed: %s" % (set(EXCEPTIONS) - oracle.used))
        print("schema: %d requests and answers fit, exceptions: %s" % (oracle.checked, ", ".join(EXCEPTIONS)))


main()
