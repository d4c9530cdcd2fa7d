// The least work of an unchanged re-run: every folder is listed, every image inspected, all is compared with what an
// index holds, and each folder's row is updated as imgindex does. The images are compared by fingerprint.
//
// usage: floor-rerun [-t THREADS] ROOT INDEX
//   -t  threads that walk; default 2
// Ends with 1 if the tree is not as it is stored. What it leaves out: memory is not bounded, as all folders are read
// before the walk, and the totals above a folder are taken for right.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "database.h"
#include "names.h"
#include "queue.h"
#include "walk.h"

enum { rows_per_transaction = 20000 };

// A folder as it is stored.
struct stored {
    int64_t id, parent, fingerprint, other_count, link_count, image_count;
    struct facts facts;
    char *name;
};

static sqlite3 *database;
static sqlite3_stmt *confirm;
static int64_t run, rows, folder_count, image_count;
static _Atomic int64_t differences;

// Open addressing by parent and name; twice as many places as folders at least.
static struct {
    struct stored *places;
    size_t mask;
} table;

// The place of a folder, or the free one where it belongs.
static struct stored *find(int64_t parent, const char *name) {
    uint64_t hash = (uint64_t)parent * 0x9E3779B97F4A7C15u;
    for (const char *byte = name; *byte != 0; byte++) hash = (hash ^ (unsigned char)*byte) * 0x100000001B3u;
    size_t place = (hash ^ hash >> 32) & table.mask;
    while (table.places[place].name != NULL
           && (table.places[place].parent != parent || strcmp(table.places[place].name, name) != 0)) {
        place = (place + 1) & table.mask;
    }
    return &table.places[place];
}

static void read_folders(void) {
    int64_t count = query_integer(database, "SELECT count(*) FROM folder");
    table.mask = 15;
    while ((int64_t)table.mask < count * 2) table.mask = table.mask * 2 + 1;
    table.places = calloc(table.mask + 1, sizeof *table.places);
    if (table.places == NULL) fail("calloc");
    sqlite3_stmt *select = prepare(database,
                                   "SELECT id, coalesce(parent, 0), name, mtime, ctime, inode, device, fingerprint,"
                                   " other_count, link_count, image_count FROM folder WHERE status = 'listed'");
    while (sqlite3_step(select) == SQLITE_ROW) {
        int64_t parent = sqlite3_column_int64(select, 1);
        const char *name = sqlite3_column_blob(select, 2);
        char *copy = strndup(name, (size_t)sqlite3_column_bytes(select, 2));
        *find(parent, copy) = (struct stored){
            .id = sqlite3_column_int64(select, 0),
            .parent = parent,
            .name = copy,
            .facts = {.modified = sqlite3_column_int64(select, 3),
                      .changed = sqlite3_column_int64(select, 4),
                      .inode = sqlite3_column_int64(select, 5),
                      .device = sqlite3_column_int64(select, 6)},
            .fingerprint = sqlite3_column_int64(select, 7),
            .other_count = sqlite3_column_int64(select, 8),
            .link_count = sqlite3_column_int64(select, 9),
            .image_count = sqlite3_column_int64(select, 10),
        };
    }
    sqlite3_finalize(select);
}

static void read_extensions(void) {
    sqlite3_stmt *select = prepare(database, "SELECT text, id FROM extension");
    while (sqlite3_step(select) == SQLITE_ROW) {
        add_extension((const char *)sqlite3_column_text(select, 0), sqlite3_column_int64(select, 1));
    }
    sqlite3_finalize(select);
}

static const struct stored *stored_folder(const struct folder *folder) {
    return find(folder->parent != NULL ? folder->parent->id : 0, folder->name);
}

static int64_t identify(struct folder *folder) {
    return stored_folder(folder)->id;
}

static bool is_as_stored(const struct folder *folder) {
    const struct stored *stored = stored_folder(folder);
    return stored->name != NULL && stored->fingerprint == folder->fingerprint
           && stored->image_count == folder->image_count && stored->other_count == folder->other_count
           && stored->link_count == folder->link_count && stored->facts.modified == folder->facts.modified
           && stored->facts.changed == folder->facts.changed && stored->facts.inode == folder->facts.inode
           && stored->facts.device == folder->facts.device;
}

static void listed(struct folder *folder) {
    if (!is_as_stored(folder)) differences++;
    free_images(folder);
    put_event((struct event){.folder = folder});
}

static void finished(struct folder *folder) {
    put_event((struct event){.folder = folder, .is_finish = true});
}

static void write_event(struct event event) {
    struct folder *folder = event.folder;
    bool is_finished = event.is_finish || !folder->has_subfolders;
    if (!event.is_finish) {
        folder_count++;
        image_count += folder->image_count;
    }
    sqlite3_bind_int64(confirm, 1, folder->id);
    sqlite3_bind_int64(confirm, 2, run);
    if (is_finished) sqlite3_bind_int64(confirm, 3, run);
    else sqlite3_bind_null(confirm, 3);
    run_statement(confirm);
    if (is_finished) free_folder(folder);
    if (++rows >= rows_per_transaction) {
        run_sql(database, "COMMIT; BEGIN IMMEDIATE");
        rows = 0;
    }
}

static struct walk walk_settings = {.threads = 2, .identify = identify, .listed = listed, .finished = finished};

static void *walk(void *path) {
    walk_tree(&walk_settings, path, find(0, path)->id);
    end_events();
    return NULL;
}

static void begin_run(void) {
    run_sql(database, "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192; PRAGMA wal_autocheckpoint = 0;"
                      "BEGIN IMMEDIATE");
    char sql[300];
    snprintf(sql, sizeof sql,
             "INSERT INTO run (root, started, state, version, width, extensions, default_excludes)"
             "SELECT root, %lld, 'running', version, width, extensions, default_excludes FROM run ORDER BY id LIMIT 1",
             (long long)now());
    run_sql(database, sql);
    run = sqlite3_last_insert_rowid(database);
    walk_settings.fingerprint_key = query_integer(database, "SELECT key FROM fingerprint_key");
    confirm = prepare(database,
                      "UPDATE folder SET listed_run = ?2, finished_run = coalesce(?3, finished_run) WHERE id = ?1");
}

static void end_run(void) {
    char sql[300];
    snprintf(sql, sizeof sql,
             "UPDATE run SET state = 'complete', exit_code = 0, ended = %lld, folders_listed = %lld, images_seen = %lld,"
             " unchanged = %lld WHERE id = %lld; COMMIT",
             (long long)now(), (long long)folder_count, (long long)image_count, (long long)image_count, (long long)run);
    run_sql(database, sql);
    sqlite3_finalize(confirm);
    sqlite3_close(database); // writes the log back into the file
}

int main(int count, char **arguments) {
    int option;
    while ((option = getopt(count, arguments, "t:")) >= 0) {
        if (option == 't') walk_settings.threads = atoi(optarg);
        else return 64;
    }
    if (count - optind != 2 || walk_settings.threads < 1) {
        fprintf(stderr, "usage: floor-rerun [-t THREADS] ROOT INDEX\n");
        return 64;
    }
    char *path = realpath(arguments[optind], NULL);
    if (path == NULL) fail(arguments[optind]);
    database = open_database(arguments[optind + 1]);
    read_extensions();
    read_folders();
    begin_run();
    pthread_t walker;
    if (pthread_create(&walker, NULL, walk, path) != 0) fail("pthread_create");
    write_events(write_event);
    pthread_join(walker, NULL);
    end_run();
    if (differences > 0) fprintf(stderr, "floor-rerun: %lld folders are not as stored\n", (long long)differences);
    return differences > 0;
}
