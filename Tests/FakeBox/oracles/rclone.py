"""Oracle 3: rclone's own backend for Box, whose hosts are fixed in it, lists the fake through CONNECT and TLS.

It starts with a token that has expired and a refresh token, so it has to get another one first.
LEFT_OUT names what it does not show, which is checked too.
"""

import datetime
import json
import os
import subprocess
import tempfile

from grown import HERE, TIMELESS, agree, grow, need, start

LEFT_OUT = {
    "web_link": "rclone drops what is neither file nor folder",
    "trashed": "rclone shows items whose status is active",
    "timeless": "rclone 1.60.1 cannot list a folder that has a file whose content_modified_at is null, as the document "
    "of Box lets it be; so that file goes to the trash first",
}
CONFIGURATION = """[box]
type = box
token = {"access_token":"expired","token_type":"bearer","refresh_token":"fake-refresh","expiry":"2020-01-01T00:00:00Z"}
"""


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def listed(fake, folder):
    configuration = os.path.join(folder, "rclone.conf")
    with open(configuration, "w", encoding="utf-8") as file:
        file.write(CONFIGURATION)
    # Nothing of the caller's environment: a stray RCLONE_ variable would filter, and NO_PROXY go past the fake.
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": folder,
        "HTTPS_PROXY": fake.url,
        "SSL_CERT_FILE": os.path.join(folder, "ca.pem"),
    }
    command = ["rclone", "--config", configuration, "--retries", "1", "lsjson", "-R", "--hash", "box:"]
    run = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=40
    )
    need(run.returncode == 0, "rclone failed: " + run.stderr[-2000:])
    return json.loads(run.stdout)


def rows_of_rclone(items):
    return {
        item["ID"]: (
            item["Path"], item["IsDir"], None if item["IsDir"] else item["Size"], item.get("Hashes", {}).get("sha1"),
            moment(item["ModTime"]),
        )
        for item in items
    }


def rows_of_fake(items):
    return {
        item["id"]: (
            item["path"], item["type"] == "folder", item["size"] if item["type"] == "file" else None, item.get("sha1"),
            moment(item["content_modified_at"]),
        )
        for item in items
    }


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([os.path.join(os.path.dirname(HERE), "make-certificate"), folder], check=True)
        tls = [os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")]
        with start("--tls", *tls, "--connect-proxy") as fake:
            grow(fake)
            fake.control("trash", id=TIMELESS)
            theirs = rows_of_rclone(listed(fake, folder))
            truth = fake.truth()
            left_out = [item for item in truth if item["type"] == "web_link" or item["item_status"] == "trashed"]
            need({"web_link", "file"} <= {item["type"] for item in left_out}, "nothing to leave out")
            agree("rclone", rows_of_fake([item for item in truth if item not in left_out]), theirs)
            log = fake.read("log")["requests"]
            need(fake.read("tokens")["refresh_used"] == 1, "the refresh token was not used once")
            need(all(entry["status"] == 200 for entry in log), "a request of rclone was refused")
            print(
                "rclone: %d items agree in %d requests, left out: %s" % (len(theirs), len(log), ", ".join(LEFT_OUT))
            )


main()
