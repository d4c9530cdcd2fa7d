"""The tree of the fake account: what was read from a file or is computed, and what was changed since."""

import bisect
import json

from made import MadeTree
from node import ROOT, Node, made_sha1, made_time


class Tree:
    """Items by id. Of a computed tree only folders in which something was changed are stored, with all their items."""

    def __init__(self, made=None):
        self.made = made
        self.nodes = {ROOT: Node("folder", ROOT, "All Files", None)}
        # The ids in each stored folder; the listing of one in order, until it changes.
        self.contents = {} if made else {ROOT: set()}
        self.orders = {}
        # Items that a folder names though they are elsewhere: the same id twice, or a folder inside itself.
        self.aliases = {}
        self.next_id = 900_000_001 if made else 1001
        # Most trees have nothing in the trash: then no item of a page has to be followed up to the root.
        self.any_trashed = False

    @classmethod
    def read(cls, path):
        """Reads {"name", "type", "id"?, "size"?, ..., "items": []}; the outermost object is the root."""
        with open(path, encoding="utf-8") as file:
            return cls.of(json.load(file))

    @classmethod
    def of(cls, description):
        tree = cls()
        tree._fill(ROOT, description.get("items", []))
        return tree

    @classmethod
    def computed(cls, folders, files):
        return cls(MadeTree(folders, files))

    def _fill(self, folder, items):
        for item in items:
            if "alias" in item:
                self.alias(folder, str(item["alias"]))
                continue
            type = item.get("type") or ("folder" if "items" in item else "file")
            node = self.add(folder, type, item["name"], item)
            if item.get("item_status") == "trashed":
                node.trashed = node.listed = self.any_trashed = True
            if "etag" in item:
                node.etag = item["etag"] if item["etag"] is None else int(item["etag"])
            if "sequence_id" in item:
                node.sequence_id = item["sequence_id"] if item["sequence_id"] is None else int(item["sequence_id"])
            if type == "folder":
                self._fill(node.id, item.get("items", []))

    # Reading

    def get(self, id):
        """The item with that id, or None."""
        node = self.nodes.get(id)
        return node if node or not self.made else self.made.node(id)

    def is_stored(self, folder):
        """Whether the items of a folder are kept, not computed when they are asked for."""
        return folder in self.contents

    def is_trashed(self, node):
        """Whether the item or a folder above it is in the trash."""
        while node and not node.trashed and self.any_trashed:
            node = self.get(node.parent) if node.parent is not None else None
        return node is not None and node.trashed

    def ancestors(self, node):
        """The folders above an item, the root first."""
        found = []
        while node.parent is not None:
            node = self.get(node.parent)
            found.append(node)
        return found[::-1]

    def path(self, node):
        return "/".join([above.name for above in self.ancestors(node)[1:]] + [node.name])

    def count(self, folder):
        return len(self._order(folder)) if folder in self.contents else self.made.count(self.made.folder_number(folder))

    def slice(self, folder, start, count):
        """`count` items of the listing of a folder, from the place `start`."""
        if folder in self.contents:
            return [node for _, node in self._order(folder)[start : start + count]]
        return self.made.slice(self.made.folder_number(folder), start, count)

    def place_after(self, folder, key):
        """Where the listing goes on after an item with that key, which may be gone by now."""
        if folder in self.contents:
            return bisect.bisect_right(self._order(folder), tuple(key), key=lambda entry: entry[0])
        return self.made.place(self.made.folder_number(folder), key[2]) + 1

    def walk(self, folder=ROOT):
        """Every item below a folder, each once, those in the trash too."""
        if folder in self.contents:
            nodes = sorted((self.nodes[id] for id in self.contents[folder]), key=lambda node: node.key)
        else:
            nodes = self.slice(folder, 0, self.count(folder))
        for node in nodes:
            yield node
            if node.type == "folder":
                yield from self.walk(node.id)

    def _order(self, folder):
        order = self.orders.get(folder)
        if order is None:
            nodes = [self.get(id) for id in [*self.contents[folder], *self.aliases.get(folder, [])]]
            order = sorted(((n.key, n) for n in nodes if n and (n.listed or not n.trashed)), key=lambda entry: entry[0])
            self.orders[folder] = order
        return order

    # Changing

    def stored(self, id):
        """The item with that id, kept from now on so that it can be changed. KeyError when there is none."""
        node = self.get(id)
        if node is None:
            raise KeyError(id)
        if node.parent is not None:
            self.store_contents(node.parent)
        return self.nodes[id]

    def store_contents(self, folder):
        if folder in self.contents:
            return
        number = self.made.folder_number(folder)
        if number is None:
            raise KeyError(folder)
        nodes = self.made.slice(number, 0, self.made.count(number))
        self.contents[folder] = {node.id for node in nodes}
        self.nodes.update((node.id, node) for node in nodes)

    def touched(self, *folders):
        """Forgets the order of listings in which an item came, went or has another name."""
        for folder in folders:
            self.orders.pop(folder, None)

    def add(self, folder, type, name, given):
        """Adds an item to a folder. `given` may have id, size, sha1, url and times; what is missing is made."""
        self.store_contents(folder)
        id = str(given["id"]) if "id" in given else self._new_id()
        if self.get(id):
            raise ValueError("there is an item with the id %s already" % id)
        number = int(id) if id.isdecimal() else len(self.nodes)
        size = given.get("size", 1000 + number * 7919 % 20_000_000 if type == "file" else 0)
        sha1 = given.get("sha1", made_sha1("%s %s" % (id, size))) if type == "file" else None
        at = given.get("modified_at", made_time(number + 1))
        node = Node(type, id, name, folder, size, sha1, at, given.get("content_modified_at", made_time(number)))
        node.created_at = given.get("created_at", at)
        # A time that is null in the file of the tree is null on the wire.
        if "content_modified_at" in given:
            node.content_modified_at = given["content_modified_at"]
        node.url = given.get("url", "https://example.com/" + id) if type == "web_link" else None
        self.nodes[id] = node
        self.contents[folder].add(id)
        if type == "folder":
            self.contents[id] = set()
        self.touched(folder)
        return node

    def alias(self, folder, id):
        self.store_contents(folder)
        self.aliases.setdefault(folder, []).append(id)
        self.touched(folder)

    def move(self, node, folder):
        self.store_contents(folder)
        if folder == node.id or any(above.id == node.id for above in self.ancestors(self.get(folder))):
            raise ValueError("a folder cannot move into itself")
        self.contents[node.parent].discard(node.id)
        self.contents[folder].add(node.id)
        self.touched(node.parent, folder)
        node.parent = folder

    def trash(self, node, trashed, listed=False):
        node = self.stored(node.id)
        node.trashed = trashed
        node.listed = trashed and listed
        self.any_trashed = self.any_trashed or trashed
        self.touched(node.parent)

    def _new_id(self):
        while self.get(str(self.next_id)):
            self.next_id += 1
        self.next_id += 1
        return str(self.next_id - 1)
