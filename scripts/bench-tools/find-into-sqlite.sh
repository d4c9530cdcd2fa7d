#!/usr/bin/env bash
# What people do without an indexer: find's output imported into SQLite. Usage: find-into-sqlite.sh TREE INDEX
set -euo pipefail
find "$1" -type f -regextype posix-extended -iregex '.*\.(jpe?g|heic|png|cr[23]|nef|arw|dng|tiff?|gif|webp)' \
    -printf '%h\t%f\t%s\t%T@\t%i\n' | sqlite3 "$2" \
    "CREATE TABLE image (folder TEXT, name TEXT, size INT, mtime REAL, inode INT)" \
    ".mode tabs" ".import /dev/stdin image" "CREATE UNIQUE INDEX image_by_name ON image (folder, name)"
