-- Version 3: trees of stores on the network; lines of ignore files that make no sense.

-- 1: a file keeps its number, `image.inode`, for ever, and nothing else ever gets it: it alone tells which file it is.
ALTER TABLE volume ADD COLUMN has_lasting_ids INTEGER NOT NULL DEFAULT 0 CHECK (has_lasting_ids IN (0, 1));

-- Where in its account's stream of events the next run of a root begins, and when that was taken; NULL: nowhere.
ALTER TABLE root ADD COLUMN feed TEXT;
ALTER TABLE root ADD COLUMN feed_taken INTEGER;
ALTER TABLE run ADD COLUMN feed TEXT;              -- the end of that stream when the run began

-- What a store said of an image beside what every file has. By the store's own number and not by image.id: an image that
-- moves takes it along.
CREATE TABLE remote (
    volume      INTEGER NOT NULL REFERENCES volume (id),
    item        INTEGER NOT NULL,               -- image.inode
    sha1        TEXT,                           -- 40 hexadecimal digits
    etag        INTEGER,
    sequence_id INTEGER,
    PRIMARY KEY (volume, item)
) STRICT, WITHOUT ROWID;

DROP VIEW problems;
DROP VIEW skipped;

-- Made anew because SQLite cannot change a CHECK.
CREATE TABLE new_skip (
    id     INTEGER PRIMARY KEY,
    folder INTEGER NOT NULL REFERENCES folder (id), -- where it is
    name   ANY,                                 -- NULL: several files, or none
    count  INTEGER NOT NULL,                    -- 0: a line of an ignore file that makes no sense
    reason TEXT NOT NULL
           CHECK (reason = 'default' OR reason = 'exclude' OR reason = 'ignore-file' OR reason = 'no-media'
                  OR reason = 'ambiguous'),
    rule   ANY NOT NULL,                        -- as it is written
    file   ANY,                                 -- the ignore file it is written in, or the .nomedia
    line   INTEGER,                             -- of the ignore file, from 1
    problem     TEXT,                           -- of a line that makes no sense: why
    problem_run INTEGER                         -- and since which run
) STRICT;

INSERT INTO new_skip SELECT id, folder, name, count, reason, rule, file, line, NULL, NULL FROM skip;
DROP TABLE skip;
ALTER TABLE new_skip RENAME TO skip;
CREATE INDEX skip_by_folder ON skip (folder);
CREATE INDEX skip_problem ON skip (problem_run) WHERE problem_run IS NOT NULL;

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

DROP VIEW images;

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
       i.look_again,
       x.item AS remote_id,
       x.sha1,
       x.etag,
       x.sequence_id
FROM image AS i
JOIN folder AS f ON f.id = i.folder
JOIN folder_path AS p ON p.id = i.folder
JOIN root AS r ON r.id = f.root
JOIN extension AS e ON e.id = i.extension
LEFT JOIN remote AS x ON x.volume = f.volume AND x.item = i.inode;

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
