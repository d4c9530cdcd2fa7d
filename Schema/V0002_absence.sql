-- Version 2: volumes, held absences, moves, skips.
--
-- `folder` and `change` are made anew because SQLite cannot change a CHECK. Views and
-- triggers go first and come back at the end.

DROP VIEW problems;
DROP VIEW changes;
DROP VIEW last_run;
DROP VIEW runs;
DROP VIEW folders;
DROP VIEW images;
DROP VIEW folder_path;
DROP TRIGGER image_updated;
DROP TRIGGER image_deleted;

-- File systems, by what survives a remount and a reboot.
CREATE TABLE volume (
    id       INTEGER PRIMARY KEY,
    identity ANY NOT NULL UNIQUE,
    type     TEXT NOT NULL,
    distrusted_run INTEGER -- the first run that saw a change there of which the folder's times did not tell
) STRICT;

CREATE TABLE new_folder (
    id               INTEGER PRIMARY KEY,
    root             INTEGER NOT NULL REFERENCES root (id) DEFERRABLE INITIALLY DEFERRED,
    parent           INTEGER REFERENCES folder (id),  -- NULL: the top folder of a root
    name             ANY NOT NULL CHECK (typeof(name) = 'text' OR typeof(name) = 'blob'),
    path             ANY,                       -- absolute; mostly NULL where longer than 4,096 bytes: see folder_path
    status           TEXT NOT NULL
                     CHECK (status = 'listed' OR status = 'denied' OR status = 'vanished' OR status = 'failed'
                            OR status = 'excluded' OR status = 'unfinished' OR status = 'missing' OR status = 'offline'
                            OR status = 'stalled' OR status = 'other-volume'),
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
    image_count      INTEGER NOT NULL DEFAULT 0, -- present and held images in it
    image_bytes      INTEGER NOT NULL DEFAULT 0, -- their bytes; a file counts with at most 8 TiB
    tree_image_count INTEGER NOT NULL DEFAULT 0, -- in it and in all below
    tree_image_bytes INTEGER NOT NULL DEFAULT 0,
    other_count      INTEGER NOT NULL DEFAULT 0, -- in its last complete listing: files that are no images, sockets, ...
    link_count       INTEGER NOT NULL DEFAULT 0, -- in the same: symbolic links; never followed
    born             INTEGER,                   -- when it was made; NULL where the file system does not say
    volume           INTEGER REFERENCES volume (id), -- NULL: not known yet
    is_racy          INTEGER NOT NULL DEFAULT 0, -- 1: its times do not vouch for its listing: too young, or it has rules of its own
    skips            INTEGER                    -- the digest of its rows in skip; NULL: it has none
) STRICT;

INSERT INTO new_folder
SELECT id, root, parent, name, path, status, errno, error, problem_run, first_run, listed_run, finished_run, missing_run,
       mtime, ctime, inode, device, fingerprint, image_count, image_bytes, tree_image_count, tree_image_bytes,
       other_count, link_count, NULL, NULL, 1, NULL
FROM folder;

DROP TABLE folder;
ALTER TABLE new_folder RENAME TO folder;

-- Of the folders of one name in a folder at most one is not missing: the writer's promise.
CREATE INDEX folder_by_parent ON folder (parent);
CREATE INDEX folder_by_inode ON folder (inode);
CREATE INDEX folder_problem ON folder (root) WHERE problem_run IS NOT NULL;

ALTER TABLE image ADD COLUMN born INTEGER;          -- when the file was made; NULL where the file system does not say
ALTER TABLE image ADD COLUMN seen_run INTEGER;      -- of a missing or held image: the last run that saw it
ALTER TABLE image ADD COLUMN absent_run INTEGER;    -- of a held image: the run that found it absent
ALTER TABLE image ADD COLUMN look_again TEXT CHECK (look_again IS NULL OR look_again = 'racy' OR look_again = 'settling');

UPDATE image SET seen_run = coalesce(changed_run, first_run) WHERE state = 'missing';

-- Where a moved file is looked for.
CREATE INDEX image_absent ON image (inode) WHERE seen_run IS NOT NULL;

-- The files that images were until another file took their name, in a run that is not settled yet.
CREATE TABLE replaced (
    image    INTEGER PRIMARY KEY REFERENCES image (id),
    run      INTEGER NOT NULL,
    seen_run INTEGER,                           -- the last run that saw the file before
    size     INTEGER,
    mtime    INTEGER,
    ctime    INTEGER,
    inode    INTEGER,
    born     INTEGER
) STRICT;

CREATE INDEX replaced_by_inode ON replaced (inode);

CREATE TABLE new_change (
    id           INTEGER PRIMARY KEY,
    run          INTEGER NOT NULL REFERENCES run (id),
    what         TEXT NOT NULL
                 CHECK (what = 'changed' OR what = 'touched' OR what = 'moved' OR what = 'missing' OR what = 'held'
                        OR what = 'returned' OR what = 'excluded' OR what = 'added'),
    image        INTEGER REFERENCES image (id),
    folder       INTEGER REFERENCES folder (id), -- what moved, where it is no image
    old_path     ANY,
    proof        TEXT CHECK (proof = 'listed' OR proof = 'ancestor-listed'),
    proof_folder INTEGER REFERENCES folder (id),
    CHECK ((image IS NULL) <> (folder IS NULL))
) STRICT;

INSERT INTO new_change (id, run, what, image, proof, proof_folder)
SELECT id, run, what, image, proof, proof_folder FROM change;

DROP TABLE change;
ALTER TABLE new_change RENAME TO change;

CREATE INDEX change_by_run ON change (run);
CREATE INDEX change_by_image ON change (image);
CREATE INDEX change_by_folder ON change (folder) WHERE folder IS NOT NULL;

ALTER TABLE run ADD COLUMN first_image INTEGER;     -- every image that it added has this id or a higher one
ALTER TABLE run ADD COLUMN one_file_system INTEGER NOT NULL DEFAULT 0 CHECK (one_file_system IN (0, 1));
ALTER TABLE run ADD COLUMN excludes TEXT;           -- the rules given with the root, a line each; NULL: not known
ALTER TABLE run ADD COLUMN settled INTEGER NOT NULL DEFAULT 0; -- whether moves were looked for among what it found

ALTER TABLE run ADD COLUMN look TEXT NOT NULL DEFAULT 'all'; -- what of a folder whose times are as stored is looked at
ALTER TABLE run ADD COLUMN folders_trusted INTEGER NOT NULL DEFAULT 0; -- not listed, as their times are as stored
ALTER TABLE run ADD COLUMN rules_run INTEGER;       -- the first run since which all runs had its rules
ALTER TABLE run ADD COLUMN cycle_run INTEGER;       -- the first of the runs that go on with one another's work

UPDATE run SET settled = 1;

-- What a rule kept out of a folder, as of the last complete listing of the folder.
CREATE TABLE skip (
    id     INTEGER PRIMARY KEY,
    folder INTEGER NOT NULL REFERENCES folder (id), -- where it is
    name   ANY,                                 -- NULL: several files, or none
    count  INTEGER NOT NULL,                    -- 0: a line of an ignore file that makes no sense
    reason TEXT NOT NULL
           CHECK (reason = 'default' OR reason = 'exclude' OR reason = 'ignore-file' OR reason = 'no-media'),
    rule   ANY NOT NULL,                        -- as it is written
    file   ANY,                                 -- the ignore file it is written in, or the .nomedia
    line   INTEGER,                             -- of the ignore file, from 1
    problem     TEXT,                           -- of a line that makes no sense: why
    problem_run INTEGER                         -- and since which run
) STRICT;

CREATE INDEX skip_by_folder ON skip (folder);
CREATE INDEX skip_problem ON skip (problem_run) WHERE problem_run IS NOT NULL;

-- Whoever changes rows, the fingerprint of their folder does not vouch for them any more.
CREATE TRIGGER image_updated AFTER UPDATE ON image BEGIN
    UPDATE folder SET fingerprint = NULL WHERE id = old.folder;
    UPDATE folder SET fingerprint = NULL WHERE id = new.folder;
END;

CREATE TRIGGER image_deleted AFTER DELETE ON image BEGIN
    UPDATE folder SET fingerprint = NULL WHERE id = old.folder;
END;

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
       i.folder AS folder_id,
       i.seen_run,
       i.look_again
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
       f.parent AS parent_id,
       v.identity AS volume
FROM folder AS f
JOIN folder_path AS p ON p.id = f.id
JOIN root AS r ON r.id = f.root
LEFT JOIN volume AS v ON v.id = f.volume;

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
       n.folders_trusted,
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
       n.default_excludes,
       n.look,
       n.one_file_system,
       n.excludes
FROM run AS n
JOIN root AS r ON r.id = n.root;

CREATE VIEW last_run AS
SELECT * FROM runs WHERE id IN (SELECT max(id) FROM run WHERE ended IS NOT NULL GROUP BY root);

CREATE VIEW changes AS
SELECT c.run, c.what,
       -- Not joins: a view on the right of a LEFT JOIN is made for all its rows first.
       iif(c.image IS NULL, (SELECT path FROM folder_path WHERE id = c.folder),
           (SELECT path FROM images WHERE id = c.image)) AS path,
       c.old_path,
       (SELECT iif(typeof(p.path) = 'blob', CAST(c.proof || ':' || p.path AS BLOB), c.proof || ':' || p.path)
        FROM folder_path AS p WHERE p.id = c.proof_folder) AS proof,
       c.image AS image_id,
       c.folder AS folder_id
FROM change AS c
UNION ALL
SELECT first_run, 'added', path, NULL, NULL, id, NULL
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
WHERE b.problem_run IS NOT NULL
UNION ALL
SELECT 'line', s.file, 'line ' || s.line || ' keeps nothing out: ' || s.problem, s.problem_run
FROM skip AS s
WHERE s.problem_run IS NOT NULL
UNION ALL
SELECT 'root', p.path,
       count(*) || iif(count(*) = 1, ' image is', ' images are') || ' held: absent, and not called missing until accepted',
       min(i.absent_run)
FROM image AS i JOIN folder AS f ON f.id = i.folder JOIN root AS p ON p.id = f.root
WHERE i.state = 'held' AND i.seen_run IS NOT NULL
GROUP BY f.root;

CREATE VIEW skipped AS
SELECT p.path AS folder, s.name, s.count, s.reason, s.rule, s.file, s.line, s.folder AS folder_id
FROM skip AS s
JOIN folder_path AS p ON p.id = s.folder
WHERE s.problem_run IS NULL
UNION ALL
SELECT p.path, NULL, f.other_count, 'no image', NULL, NULL, NULL, f.id
FROM folder AS f JOIN folder_path AS p ON p.id = f.id
WHERE f.other_count > 0 AND f.status <> 'missing' AND f.status <> 'excluded'
UNION ALL
SELECT p.path, NULL, f.link_count, 'link', NULL, NULL, NULL, f.id
FROM folder AS f JOIN folder_path AS p ON p.id = f.id
WHERE f.link_count > 0 AND f.status <> 'missing' AND f.status <> 'excluded';
