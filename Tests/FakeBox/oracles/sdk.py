"""Oracle 2: Box's own SDK for Python lists the fake's tree, is refused, told to wait, follows events, gets tokens."""

import datetime

from grown import DENIED, MANY, agree, grow, need, start

from box_sdk_gen import BoxAPIError, BoxCCGAuth, BoxClient, BoxDeveloperTokenAuth, CCGConfig
from box_sdk_gen.networking.base_urls import BaseUrls
from box_sdk_gen.networking.network import NetworkSession

FIELDS = ["name", "size", "sha1", "sequence_id", "content_modified_at", "item_status", "url"]


def client(fake, auth):
    urls = BaseUrls(base_url=fake.url, upload_url=fake.url, oauth_2_url=fake.url + "/oauth2")
    return BoxClient(auth, network_session=NetworkSession(base_urls=urls))


def row(path, item):
    """What is compared: as the SDK read it, with times as moments and not as text."""
    modified = getattr(item, "content_modified_at", None)
    if isinstance(modified, str):
        # The SDK knows no times of a folder in a listing, and hands the text on.
        modified = datetime.datetime.fromisoformat(modified)
    return (
        item.type.value if hasattr(item.type, "value") else item.type, path, item.etag, item.sequence_id,
        getattr(item, "size", None), getattr(item, "sha_1", None), modified.timestamp() if modified else None,
        getattr(item, "url", None),
    )


def walk(box, folder, above, rows, refused):
    marker = None
    while True:
        try:
            page = box.folders.get_folder_items(folder, fields=FIELDS, usemarker=True, marker=marker, limit=1000)
        except BoxAPIError as problem:
            answer = problem.response_info
            need(answer.status_code == 403, "status %d of folder %s" % (answer.status_code, folder))
            need(answer.code == "access_denied_insufficient_permissions", "the code of a 403 is lost")
            refused.append(folder)
            return
        for item in page.entries:
            path = above + item.name
            rows[item.id] = row(path, item)
            if row(path, item)[0] == "folder":
                walk(box, item.id, path + "/", rows, refused)
        marker = page.next_marker
        if not marker:
            return


def moment(text):
    return datetime.datetime.fromisoformat(text).timestamp() if text else None


def expected(fake):
    """The truth in the same form: what is listed, so nothing that is in the trash and not named any more."""
    return {
        item["id"]: (
            item["type"], item["path"], item["etag"], item["sequence_id"], item.get("size"), item.get("sha1"),
            moment(item.get("content_modified_at")), item.get("url"),
        )
        for item in fake.truth()
        if item["parent"] != DENIED and (item["item_status"] == "active" or item["name"] == "kept in the trash.jpg")
    }


def check_wait(box, fake):
    fake.control("log", clear=True)
    fake.control("faults", folder=MANY, fault="429", times=2, retry_after=1)
    box.folders.get_folder_items(MANY, usemarker=True, limit=1)
    log = fake.read("log")["requests"]
    need([entry["status"] for entry in log] == [429, 429, 200], "429 was not followed by another try")
    waits = [later["start"] - earlier["end"] for earlier, later in zip(log, log[1:])]
    need(all(990 <= wait < 3000 for wait in waits), "Retry-After: 1 was read as %s ms" % waits)


def check_events(box, fake):
    began = box.events.get_events(stream_type="changes", stream_position="now")
    need(began.entries == [], "there are events after now")
    truth = [item for item in fake.truth() if item["parent"] == MANY][:3]
    for item in truth:
        fake.control("rename", id=item["id"], name="renamed " + item["name"], event={"repeat": 1})
    for position_as in ("int", "string"):
        fake.control("events", position_as=position_as)
        position, seen = str(began.next_stream_position), []
        while True:
            page = box.events.get_events(stream_type="changes", stream_position=position, limit=4)
            if not page.entries:
                break
            position = str(page.next_stream_position)
            for event in page.entries:
                seen.append((event.event_id, event.event_type.value, event.source.id, event.source.name))
        need(len(seen) == 6 and len(set(seen)) == 3, "%d events, %d different" % (len(seen), len(set(seen))))
        need({event[2] for event in seen} == {item["id"] for item in truth}, "events of other items")


def main():
    with start() as fake:
        grow(fake)
        fake.control("faults", folder=DENIED, fault="403", times=-1)
        box = client(fake, BoxDeveloperTokenAuth("fake-token"))
        need(box.users.get_user_me().id == "33000001", "another user")
        rows, refused = {}, []
        walk(box, "0", "", rows, refused)
        agree("the SDK", expected(fake), rows)
        need(refused == [DENIED], "refused: %s" % refused)
        check_wait(box, fake)
        check_events(box, fake)
        # A token that expires: the SDK asks for another one and sends the request again.
        by_client = client(fake, BoxCCGAuth(CCGConfig("id", "secret", user_id="33000001")))
        by_client.users.get_user_me()
        fake.control("tokens", expire=True)
        by_client.users.get_user_me()
        need(fake.read("tokens")["given"] == 2, "not one token before and one after it expired")
        print("sdk: %d items agree, 403, 429, events and tokens are read" % len(rows))


main()
