"""Trees that are computed: any item is a function of its number, so 200,000 of them need no memory."""

from node import ROOT, Node, made_sha1, made_time

FAN_OUT = 20
FOLDER_BASE = 10_000_000
FILE_BASE = 1_000_000_000_000
FILES_MOST = 10_000_000


class MadeTree:
    """`folders` folders, each with at most 20 others and exactly `files` files in it; the root has no files."""

    def __init__(self, folders, files):
        if not (0 <= folders < FOLDER_BASE and 0 <= files < FILES_MOST):
            raise ValueError("a made tree has fewer than 10,000,000 folders, and files in each")
        self.folders = folders
        self.files = files

    def folder_number(self, id):
        """The number of a folder's id, or None."""
        if id == ROOT:
            return 0
        number = int(id) - FOLDER_BASE if id.isdecimal() else 0
        return number if 1 <= number <= self.folders else None

    def file_numbers(self, id):
        """The folder's number and the place in it of a file's id, or None."""
        number = int(id) - FILE_BASE if id.isdecimal() else -1
        folder, place = divmod(number, FILES_MOST)
        return (folder, place) if 1 <= folder <= self.folders and place < self.files else None

    def node(self, id):
        """The item with that id as it was made, or None."""
        folder = self.folder_number(id)
        if folder:
            return self.folder(folder)
        numbers = self.file_numbers(id)
        return self.file(*numbers) if numbers else None

    def folder(self, number):
        parent = (number - 1) // FAN_OUT
        return Node(
            "folder", str(FOLDER_BASE + number), "folder-%07d" % number,
            str(FOLDER_BASE + parent) if parent else ROOT, at=made_time(number),
        )

    def file(self, folder, place):
        number = folder * FILES_MOST + place
        id = str(FILE_BASE + number)
        return Node(
            "file", id, "IMG_%07d.jpg" % place, str(FOLDER_BASE + folder), size=1000 + number * 7919 % 20_000_000,
            sha1=made_sha1(id), at=made_time(number + 1), content_at=made_time(number),
        )

    def subfolders(self, folder):
        """The numbers of the folders in a folder."""
        first = folder * FAN_OUT + 1
        return range(first, max(first, min(first + FAN_OUT, self.folders + 1)))

    def count(self, folder):
        return len(self.subfolders(folder)) + (self.files if folder else 0)

    def slice(self, folder, start, count):
        """`count` items of the listing of a folder, from the place `start`."""
        subfolders = self.subfolders(folder)
        end = min(start + count, self.count(folder))
        shift = len(subfolders)
        return [
            self.folder(subfolders[place]) if place < shift else self.file(folder, place - shift)
            for place in range(start, end)
        ]

    def place(self, folder, id):
        """Where in the listing of a folder the item with that id stands, or None."""
        number = self.folder_number(id)
        subfolders = self.subfolders(folder)
        if number in subfolders:
            return number - subfolders[0]
        numbers = self.file_numbers(id)
        return len(subfolders) + numbers[1] if numbers and numbers[0] == folder else None
