"""The control API under /_fake/: how a test changes the tree, plans faults, sets tokens and reads what was asked."""

import json

import events
import wire_json
from answer import json_answer
from faults import Fault
from node import made_sha1


class Control:
    def __init__(self, api, log):
        self.api = api
        self.tree = api.tree
        self.events = api.events
        self.log = log

    def answer(self, request):
        """GET reads, POST of a JSON object changes. Wrong wishes are answered with 400 and the reason."""
        name = request.path.removeprefix("/_fake/")
        read = request.method == "GET"
        handler = getattr(self, ("read_" if read else "post_") + name.replace("-", "_"), None)
        if handler is None:
            return json_answer({"error": "no such control: %s %s" % (request.method, request.path)}, 404)
        try:
            wish = {} if read else json.loads(request.body or b"{}")
            return json_answer(handler(wish))
        except KeyError as problem:
            return json_answer({"error": "missing, or no such item: %s" % problem}, 400)
        except (ValueError, TypeError, AttributeError) as problem:
            return json_answer({"error": str(problem)}, 400)

    # Reading

    def read_log(self, _):
        log = self.log
        return {"requests": log.entries, "in_flight": log.in_flight, "most_in_flight": log.most_in_flight}

    def read_tree(self, _):
        return {"items": [wire_json.truth(node, self.tree) for node in self.tree.walk()]}

    def read_faults(self, _):
        return {"faults": self.api.plan.state()}

    def read_tokens(self, _):
        return self.api.tokens.counts()

    def read_events(self, _):
        return {"entries": self.events.entries, "late": len(self.events.late)}

    # Changing the tree. Each answers with the item as it is then.

    def _node(self, wish):
        return self.tree.stored(str(wish["id"]))

    def _tell(self, type, node, wish):
        self.events.tell(type, node, self.tree, wish.get("event", {}))
        return wire_json.truth(node, self.tree)

    def _check_name(self, folder, name, wish):
        """Box's names are unique in a folder whatever their capitals. `force` makes what Box would not."""
        if self.tree.get(folder) is None or self.tree.get(folder).type != "folder":
            raise KeyError(folder)
        if wish.get("force"):
            return
        self.tree.store_contents(folder)
        for id in self.tree.contents[folder]:
            node = self.tree.nodes[id]
            if not node.trashed and node.id != str(wish.get("id")) and node.name.casefold() == name.casefold():
                raise ValueError("the folder has an item of that name")

    def post_add(self, wish):
        folder, type = str(wish.get("parent", "0")), wish.get("type", "file")
        self._check_name(folder, wish["name"], wish)
        now = events.now()
        node = self.tree.add(folder, type, wish["name"], {"modified_at": now, "content_modified_at": now, **wish})
        return self._tell("ITEM_UPLOAD" if type == "file" else "ITEM_CREATE", node, wish)

    def post_modify(self, wish):
        node = self._node(wish)
        if node.type != "file":
            raise ValueError("only a file has contents")
        now = events.now()
        node.changed(now)
        node.size = wish.get("size", node.size + 1)
        node.sha1 = wish.get("sha1", made_sha1("%s %s %s" % (node.id, node.etag, node.size)))
        node.content_modified_at = wish.get("content_modified_at", now)
        return self._tell("ITEM_MODIFY", node, wish)

    def post_rename(self, wish):
        node = self._node(wish)
        self._check_name(node.parent, wish["name"], wish)
        node.name = wish["name"]
        node.changed(events.now())
        self.tree.touched(node.parent)
        return self._tell("ITEM_RENAME", node, wish)

    def post_move(self, wish):
        node, folder = self._node(wish), str(wish["parent"])
        self._check_name(folder, wish.get("name", node.name), wish)
        self.tree.move(node, folder)
        node.name = wish.get("name", node.name)
        node.changed(events.now())
        self.tree.touched(folder)
        return self._tell("ITEM_MOVE", node, wish)

    def post_trash(self, wish):
        node = self._node(wish)
        self.tree.trash(node, True, wish.get("listed", False))
        node.changed(events.now())
        return self._tell("ITEM_TRASH", node, wish)

    def post_untrash(self, wish):
        node = self._node(wish)
        self._check_name(node.parent, node.name, wish)
        self.tree.trash(node, False)
        node.changed(events.now())
        return self._tell("ITEM_UNDELETE_VIA_TRASH", node, wish)

    def post_alias(self, wish):
        self.tree.alias(str(wish["folder"]), str(wish["item"]))
        return {}

    # The rest

    def post_faults(self, wish):
        """One fault, {"faults": [...]}, or {"clear": true}, which may come with new ones."""
        plan = self.api.plan
        new = wish.get("faults", [wish] if "fault" in wish else [])
        faults = [Fault(each) for each in new]
        plan.faults = ([] if wish.get("clear") else plan.faults) + faults
        return {"faults": plan.state()}

    def post_tokens(self, wish):
        self.api.tokens.set(wish)
        return self.api.tokens.counts()

    def post_events(self, wish):
        """position_as (int or string), reverse, and append: whole events to add as they are."""
        if wish.get("position_as", "int") not in ("int", "string"):
            raise ValueError("position_as is int or string")
        self.events.position_as = wish.get("position_as", self.events.position_as)
        self.events.reverse = wish.get("reverse", self.events.reverse)
        self.events.entries += wish.get("append", [])
        return {}

    def post_log(self, wish):
        if wish.get("clear"):
            self.log.clear()
        return {}
