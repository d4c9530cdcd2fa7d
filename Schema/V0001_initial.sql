-- Version 1: roots, runs, folders, images, and the views that are the public contract.
--
-- Names and paths are bytes: TEXT where they are valid UTF-8, BLOB where not.
-- Two are equal only if their bytes are. Times are integer nanoseconds since
-- 1970-01-01 UTC; a time outside of what 64 bits hold is stored as the nearest
-- that fits. NULL in `image.state` means present: the common case costs no byte.
--
-- Checks say `a = 'x' OR a = 'y'` and not `a IN ('x', 'y')`: SQLite builds a list anew
-- for every row that is inserted, which doubled the time of a first index. What is most
-- frequent stands first.

CREATE TABLE root (
    id     INTEGER PRIMARY KEY,
    path   ANY NOT NULL UNIQUE CHECK (typeof(path) = 'text' OR typeof(path) = 'blob'), -- absolute, without links
    folder INTEGER NOT NULL REFERENCES folder (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;

CREATE TABLE run (
    id               INTEGER PRIMARY KEY,
    root             INTEGER NOT NULL REFERENCES root (id),
    started          INTEGER NOT NULL,
    ended            INTEGER,
    state            TEXT NOT NULL
                     CHECK (state IN ('running', 'complete', 'partial', 'interrupted', 'failed', 'killed')),
    folders_listed   INTEGER NOT NULL DEFAULT 0,
    folders_failed   INTEGER NOT NULL DEFAULT 0,
    folders_excluded INTEGER NOT NULL DEFAULT 0,
    images_seen      INTEGER NOT NULL DEFAULT 0,
    unchanged        INTEGER NOT NULL DEFAULT 0,
    added            INTEGER NOT NULL DEFAULT 0,
    changed          INTEGER NOT NULL DEFAULT 0,
    touched          INTEGER NOT NULL DEFAULT 0,
    moved            INTEGER NOT NULL DEFAULT 0,
    missing          INTEGER NOT NULL DEFAULT 0,
    returned         INTEGER NOT NULL DEFAULT 0,
    held             INTEGER NOT NULL DEFAULT 0,
    excluded         INTEGER NOT NULL DEFAULT 0,
    errors           INTEGER NOT NULL DEFAULT 0,
    exit_code        INTEGER,
    error            TEXT,                      -- why the run failed as a whole
    version          TEXT NOT NULL,             -- of the command
    width            INTEGER NOT NULL,
    extensions       ANY NOT NULL,              -- the rules that decided what is an image
    default_excludes INTEGER NOT NULL CHECK (default_excludes IN (0, 1))
) STRICT;

CREATE INDEX run_by_root ON run (root);

-- Ids are never used twice, also not after their rows are gone: people hang their own tables on them.
CREATE TABLE next_id (
    what TEXT PRIMARY KEY,
    id   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO next_id VALUES ('folder', 1), ('image', 1);

-- What the fingerprints of this index are made with; nobody else is to know it.
CREATE TABLE fingerprint_key (
    id  INTEGER PRIMARY KEY CHECK (id = 1),
    key INTEGER NOT NULL
) STRICT;

INSERT INTO fingerprint_key VALUES (1, random());

CREATE TABLE extension (
    id     INTEGER PRIMARY KEY,
    text   TEXT NOT NULL UNIQUE,                -- lower case, without the dot
    format TEXT                                 -- NULL: one that the user added
) STRICT;

-- Columns named after runs hold run.id; runs are never deleted, and a constraint on every
-- one of them would be checked for every folder of every run.
CREATE TABLE folder (
    id               INTEGER PRIMARY KEY,
    root             INTEGER NOT NULL REFERENCES root (id) DEFERRABLE INITIALLY DEFERRED,
    parent           INTEGER REFERENCES folder (id),  -- NULL: the top folder of a root
    name             ANY NOT NULL CHECK (typeof(name) = 'text' OR typeof(name) = 'blob'),
    path             ANY,                       -- absolute; mostly NULL where longer than 4,096 bytes: see folder_path
    status           TEXT NOT NULL
                     CHECK (status = 'listed' OR status = 'denied' OR status = 'vanished' OR status = 'failed'
                            OR status = 'excluded' OR status = 'unfinished' OR status = 'missing'),
    errno            INTEGER,
    error            TEXT,                      -- the call that failed and why
    problem_run      INTEGER, -- since which run the status is a problem
    first_run        INTEGER NOT NULL,
    listed_run       INTEGER, -- the last run that listed it to its end
    finished_run     INTEGER, -- the last run that finished it with all below
    missing_run      INTEGER,
    mtime            INTEGER,
    ctime            INTEGER,
    inode            INTEGER,
    device           INTEGER,
    fingerprint      INTEGER,                   -- of its images; NULL: their rows have to be read
    image_count      INTEGER NOT NULL DEFAULT 0, -- present images in it
    image_bytes      INTEGER NOT NULL DEFAULT 0, -- their bytes; a file counts with at most 8 TiB
    tree_image_count INTEGER NOT NULL DEFAULT 0, -- in it and in all below
    tree_image_bytes INTEGER NOT NULL DEFAULT 0,
    other_count      INTEGER NOT NULL DEFAULT 0, -- in its last complete listing: files that are no images, sockets, ...
    link_count       INTEGER NOT NULL DEFAULT 0  -- in the same: symbolic links; never followed
) STRICT;

CREATE UNIQUE INDEX folder_by_name ON folder (parent, name);
CREATE INDEX folder_problem ON folder (root) WHERE problem_run IS NOT NULL;

CREATE TABLE image (
    id          INTEGER PRIMARY KEY,
    folder      INTEGER NOT NULL REFERENCES folder (id),
    name        ANY NOT NULL,
    extension   INTEGER NOT NULL,               -- extension.id
    size        INTEGER,                        -- bytes; NULL until it could be read
    mtime       INTEGER,
    ctime       INTEGER,
    inode       INTEGER,
    first_run   INTEGER NOT NULL,               -- run.id
    changed_run INTEGER,                        -- run.id
    state       TEXT CHECK (state IS NULL OR state = 'missing' OR state = 'held' OR state = 'excluded'),
    missing_run INTEGER,                        -- run.id
    problem_run INTEGER,                        -- since which run it could not be inspected
    error       TEXT                            -- the call that failed and why
) STRICT;

-- The rows of a folder come together, so this only appends; one name a folder is the writer's promise.
CREATE INDEX image_by_folder ON image (folder);
CREATE INDEX image_problem ON image (folder) WHERE problem_run IS NOT NULL;

-- Whoever changes rows, the fingerprint of their folder does not vouch for them any more.
CREATE TRIGGER image_updated AFTER UPDATE ON image BEGIN
    UPDATE folder SET fingerprint = NULL WHERE id = old.folder;
    UPDATE folder SET fingerprint = NULL WHERE id = new.folder;
END;

CREATE TRIGGER image_deleted AFTER DELETE ON image BEGIN
    UPDATE folder SET fingerprint = NULL WHERE id = old.folder;
END;

CREATE TABLE change (
    id           INTEGER PRIMARY KEY,
    run          INTEGER NOT NULL REFERENCES run (id),
    what         TEXT NOT NULL CHECK (what = 'changed' OR what = 'touched' OR what = 'missing' OR what = 'returned' OR what = 'excluded'),
    image        INTEGER NOT NULL REFERENCES image (id),
    proof        TEXT CHECK (proof = 'listed' OR proof = 'ancestor-listed'),
    proof_folder INTEGER REFERENCES folder (id)
) STRICT;

CREATE INDEX change_by_run ON change (run);
CREATE INDEX change_by_image ON change (image);

-- The path of every folder, also of those too deep to store it.
CREATE VIEW folder_path (id, path) AS
SELECT f.id,
       coalesce(f.path, (
           WITH RECURSIVE up (parent, path, is_raw) AS (
               SELECT f.parent, f.name, typeof(f.name) = 'blob'
               UNION ALL
               SELECT iif(a.path IS NULL, a.parent, NULL),
                      iif(a.path = '/', '', coalesce(a.path, a.name)) || '/' || up.path,
                      is_raw OR typeof(coalesce(a.path, a.name)) = 'blob'
               FROM up JOIN folder AS a ON a.id = up.parent
               LIMIT 4096 -- at most 64 are needed: an end for folders in a circle
           )
           SELECT iif(is_raw, CAST(path AS BLOB), path) FROM up WHERE parent IS NULL
       ))
FROM folder AS f;

CREATE VIEW images AS
SELECT i.id,
       iif(typeof(p.path) = 'text' AND typeof(i.name) = 'text',
           iif(p.path = '/', '/', p.path || '/') || i.name,
           CAST(iif(p.path = '/', '/', p.path || '/') || i.name AS BLOB)) AS path,
       r.path AS root,
       p.path AS folder,
       i.name,
       e.text AS extension,
       e.format,
       i.size,
       iif(i.mtime IN (9223372036854775807, -9223372036854775808), NULL,
           strftime('%Y-%m-%dT%H:%M:%SZ',
                    (i.mtime - ((i.mtime % 1000000000) + 1000000000) % 1000000000) / 1000000000,
                    'unixepoch')) AS modified,
       i.mtime AS modified_ns,
       coalesce(i.state, 'present') AS state,
       i.first_run,
       i.changed_run,
       i.missing_run,
       i.error,
       i.folder AS folder_id
FROM image AS i
JOIN folder AS f ON f.id = i.folder
JOIN folder_path AS p ON p.id = i.folder
JOIN root AS r ON r.id = f.root
JOIN extension AS e ON e.id = i.extension;

CREATE VIEW folders AS
SELECT f.id,
       p.path,
       r.path AS root,
       f.status,
       f.error,
       f.first_run,
       f.listed_run,
       f.finished_run,
       f.missing_run,
       f.image_count,
       f.image_bytes,
       f.tree_image_count,
       f.tree_image_bytes,
       f.other_count,
       f.link_count,
       f.parent AS parent_id
FROM folder AS f
JOIN folder_path AS p ON p.id = f.id
JOIN root AS r ON r.id = f.root;

CREATE VIEW runs AS
SELECT n.id,
       r.path AS root,
       strftime('%Y-%m-%dT%H:%M:%fZ', n.started / 1e9, 'unixepoch') AS started,
       strftime('%Y-%m-%dT%H:%M:%fZ', n.ended / 1e9, 'unixepoch') AS ended,
       round((n.ended - n.started) / 1e9, 3) AS seconds,
       n.state,
       n.folders_listed,
       n.folders_failed,
       n.folders_excluded,
       n.images_seen,
       n.unchanged,
       n.added,
       n.changed,
       n.touched,
       n.moved,
       n.missing,
       n.returned,
       n.held,
       n.excluded,
       n.errors,
       n.exit_code,
       n.error,
       n.version,
       n.width,
       n.extensions,
       n.default_excludes
FROM run AS n
JOIN root AS r ON r.id = n.root;

CREATE VIEW last_run AS
SELECT * FROM runs WHERE id IN (SELECT max(id) FROM run WHERE ended IS NOT NULL GROUP BY root);

CREATE VIEW changes AS
SELECT c.run, c.what, i.path, NULL AS old_path,
       iif(typeof(p.path) = 'blob', CAST(c.proof || ':' || p.path AS BLOB), c.proof || ':' || p.path) AS proof,
       c.image AS image_id
FROM change AS c
JOIN images AS i ON i.id = c.image
LEFT JOIN folder_path AS p ON p.id = c.proof_folder
UNION ALL
SELECT first_run, 'added', path, NULL, NULL, id
FROM images;

CREATE VIEW problems AS
SELECT 'root' AS what, r.path, coalesce(n.error, n.state) AS problem,
       (SELECT min(id) FROM run WHERE root = r.id AND state = 'failed' AND id > coalesce(
           (SELECT max(id) FROM run WHERE root = r.id AND ended IS NOT NULL AND state <> 'failed'), 0)) AS since_run
FROM root AS r JOIN run AS n ON n.id = (SELECT max(id) FROM run WHERE root = r.id AND ended IS NOT NULL)
WHERE n.state = 'failed'
UNION ALL
SELECT 'folder', p.path, iif(f.error IS NULL, f.status, f.status || ': ' || f.error), f.problem_run
FROM folder AS f JOIN folder_path AS p ON p.id = f.id
WHERE f.problem_run IS NOT NULL
UNION ALL
SELECT 'image', i.path, i.error, b.problem_run
FROM image AS b JOIN images AS i ON i.id = b.id
WHERE b.problem_run IS NOT NULL;
