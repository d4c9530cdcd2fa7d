"""How an item looks in Box's JSON: the standard fields, or those asked for."""

import functools
import json
import operator

USER = {"type": "user", "id": "33000001", "name": "Ada Fake", "login": "ada@example.com"}
# What comes whether asked for or not.
ALWAYS = ("type", "id", "etag")
MINI = {
    "file": ("type", "id", "file_version", "sequence_id", "etag", "sha1", "name"),
    "folder": ("type", "id", "sequence_id", "etag", "name"),
    "web_link": ("type", "id", "sequence_id", "etag", "name", "url"),
}
STANDARD = (
    "type", "id", "file_version", "sequence_id", "etag", "sha1", "name", "url", "description", "size",
    "path_collection", "created_at", "modified_at", "trashed_at", "purged_at", "content_created_at",
    "content_modified_at", "created_by", "modified_by", "owned_by", "shared_link", "parent", "item_status",
)
ONLY = {
    "sha1": ("file",), "file_version": ("file",), "url": ("web_link",), "size": ("file", "folder"),
    "content_created_at": ("file", "folder"), "content_modified_at": ("file", "folder"),
}


def dumps(value):
    return json.dumps(value, separators=(",", ":")).encode()


def _text(number):
    return None if number is None else str(number)


def _parent(node, tree):
    parent = None if node.parent is None else tree.get(node.parent)
    return parent and item(parent, None, tree)


def _path_collection(node, tree):
    above = [item(folder, None, tree) for folder in tree.ancestors(node)]
    return {"total_count": len(above), "entries": above}


FIELDS = {
    "type": lambda node, tree: node.type,
    "id": lambda node, tree: node.id,
    "etag": lambda node, tree: _text(node.etag),
    "sequence_id": lambda node, tree: _text(node.sequence_id),
    "name": lambda node, tree: node.name,
    "sha1": lambda node, tree: node.sha1,
    "size": lambda node, tree: node.size,
    "url": lambda node, tree: node.url,
    "description": lambda node, tree: "",
    "created_at": lambda node, tree: node.created_at,
    "modified_at": lambda node, tree: node.modified_at,
    "content_created_at": lambda node, tree: node.content_created_at,
    "content_modified_at": lambda node, tree: node.content_modified_at,
    "trashed_at": lambda node, tree: node.modified_at if node.trashed else None,
    "purged_at": lambda node, tree: None,
    "item_status": lambda node, tree: "trashed" if tree.is_trashed(node) else "active",
    "file_version": lambda node, tree: {
        "type": "file_version", "id": "%s%03d" % (node.id, node.etag or 0), "sha1": node.sha1
    },
    "parent": _parent,
    "path_collection": _path_collection,
    "shared_link": lambda node, tree: None,
    "owned_by": lambda node, tree: USER,
    "created_by": lambda node, tree: USER,
    "modified_by": lambda node, tree: USER,
}


@functools.lru_cache(maxsize=256)
def _getters(type, fields):
    """Which fields to fill for a kind of item. Box passes over names that it does not know."""
    if fields is None:
        names = MINI[type]
    else:
        names = dict.fromkeys([*ALWAYS, *fields.split(",")])
    return [(name, FIELDS[name]) for name in names if name in FIELDS and type in ONLY.get(name, (type,))]


def item(node, fields, tree):
    """The item with the fields of a comma-separated list, or the few that listings have when there is none."""
    return {name: getter(node, tree) for name, getter in _getters(node.type, fields)}


# What a computed item has as text or a number that JSON takes as it is.
PLAIN = {
    "name", "sha1", "created_at", "modified_at", "content_created_at", "content_modified_at", "type", "id", "etag",
    "sequence_id", "size",
}


@functools.lru_cache(maxsize=256)
def _template(type, fields):
    """A format and what fills it, or None when a field is not plain."""
    names = [name for name, _ in _getters(type, fields)]
    if not set(names) <= PLAIN | {"item_status"}:
        return None
    parts = {"item_status": '"item_status":"active"', "size": '"size":%d'}
    text = "{%s}" % ",".join(parts.get(name, '"%s":"%%s"' % name) for name in names)
    return text, operator.attrgetter(*(name for name in names if name != "item_status"))


def made_entries(nodes, fields):
    """The entries of a page of computed items, much faster than through dictionaries; None when it cannot be.

    A folder that is listed is not in the trash, and computed items have names without any character to escape.
    """
    if fields is None:
        return None
    templates = {type: _template(type, fields) for type in ("folder", "file")}
    if None in templates.values():
        return None
    texts = []
    for node in nodes:
        text, getter = templates[node.type]
        texts.append(text % getter(node))
    return ("[%s]" % ",".join(texts)).encode()


def full(node, tree):
    """The item as GET of it alone, or an event, shows it."""
    return item(node, ",".join(STANDARD), tree)


def truth(node, tree):
    """The item as a test wants to compare it: not by way of FIELDS, which are what is compared."""
    found = {
        "id": node.id,
        "type": node.type,
        "name": node.name,
        "path": tree.path(node),
        "parent": node.parent,
        "etag": _text(node.etag),
        "sequence_id": _text(node.sequence_id),
        "item_status": "trashed" if tree.is_trashed(node) else "active",
        "modified_at": node.modified_at,
    }
    if node.type == "file":
        found["sha1"] = node.sha1
    if node.type == "web_link":
        found["url"] = node.url
    else:
        found["size"] = node.size
        found["content_modified_at"] = node.content_modified_at
    return found
