// The least work that makes the index of a tree: the rows that imgindex writes, in the same schema, with the same
// settings of SQLite, by as many walking threads and one that writes.
//
// usage: floor-first [-t THREADS] [-k KEY] -e EXTENSIONS -v VOLUME -s SCHEMA.sql [-s ...] ROOT INDEX
//   -t  threads that walk; default 2
//   -k  the key of the fingerprints, to compare them with those of another index; default: one of its own
//   -e  lines "extension <tab> format", in the order of their row ids; an empty format is NULL
//   -v  a line "identity <tab> type": the file system that the tree is on
//   -s  the schema's scripts in their order
// INDEX must not exist. What it leaves out: all that a tree without faults and a new index do not need.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "database.h"
#include "names.h"
#include "queue.h"
#include "walk.h"

enum {
    rows_per_statement = 128,     // starting a statement takes as long as three rows
    rows_per_transaction = 20000, // as imgindex
    columns = 9,
    run = 1,
    root = 1,
    top_folder = 1,
};

static sqlite3 *database;
static sqlite3_stmt *insert_folder, *insert_images, *insert_image, *finish_folder;
static _Atomic int64_t next_folder = top_folder + 1;
static int64_t rows, folder_count, image_count;

// The images that wait for a full statement.
static struct row {
    int64_t folder;
    struct image image;
    char name[256];
} waiting[rows_per_statement];
static int waiting_count;

static char *read_file(const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) fail(path);
    char *text = NULL;
    size_t size = 0;
    if (getdelim(&text, &size, 0, file) < 0) fail(path);
    fclose(file);
    return text;
}

// The extensions, as rows and for the walk; their text, joined by commas, is what the run notes.
static char *insert_extensions(const char *path) {
    sqlite3_stmt *insert = prepare(database, "INSERT INTO extension (text, format) VALUES (?, ?)");
    char *rest = read_file(path), *line, *text = strdup("");
    while ((line = strsep(&rest, "\n")) != NULL && *line != 0) {
        const char *extension = strsep(&line, "\t");
        sqlite3_bind_text(insert, 1, extension, -1, SQLITE_STATIC);
        if (line != NULL && *line != 0) sqlite3_bind_text(insert, 2, line, -1, SQLITE_STATIC);
        else sqlite3_bind_null(insert, 2);
        run_statement(insert);
        add_extension(extension, sqlite3_last_insert_rowid(database));
        char *joined;
        if (asprintf(&joined, "%s%s%s", text, *text ? "," : "", extension) < 0) fail("asprintf");
        free(text);
        text = joined;
    }
    sqlite3_finalize(insert);
    return text;
}

// The file system of the tree, as imgindex calls it: all of the tree is on one.
static void insert_volume(const char *path) {
    char *rest = read_file(path), *identity = strsep(&rest, "\t"), *type = strsep(&rest, "\n");
    sqlite3_stmt *insert = prepare(database, "INSERT INTO volume (id, identity, type) VALUES (1, ?, ?)");
    sqlite3_bind_text(insert, 1, identity, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 2, type, -1, SQLITE_STATIC);
    run_statement(insert);
    sqlite3_finalize(insert);
    free(identity);
}

static void make_schema(char **scripts, int count) {
    // Foreign keys are not enforced, as imgindex does not where it writes many rows.
    run_sql(database, "PRAGMA page_size = 16384; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192;"
                      "PRAGMA wal_autocheckpoint = 0");
    for (int i = 0; i < count; i++) {
        char pragmas[100];
        snprintf(pragmas, sizeof pragmas, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", 0x494D4758,
                 i + 1);
        run_sql(database, "BEGIN IMMEDIATE");
        run_sql(database, read_file(scripts[i]));
        run_sql(database, pragmas);
    }
    run_sql(database, "PRAGMA journal_mode = WAL");
}

static void begin_run(const char *path, const char *extensions) {
    char *list = insert_extensions(extensions);
    sqlite3_stmt *insert = prepare(database, "INSERT INTO root (id, path, folder) VALUES (?, ?, ?)");
    sqlite3_bind_int64(insert, 1, root);
    bind_name(insert, 2, path, (int)strlen(path));
    sqlite3_bind_int64(insert, 3, top_folder);
    run_statement(insert);
    sqlite3_finalize(insert);
    insert = prepare(database, "INSERT INTO run (id, root, started, state, version, width, extensions, default_excludes)"
                               "VALUES (?, ?, ?, 'running', 'floor', 2, ?, 1)");
    sqlite3_bind_int64(insert, 1, run);
    sqlite3_bind_int64(insert, 2, root);
    sqlite3_bind_int64(insert, 3, now());
    sqlite3_bind_text(insert, 4, list, -1, SQLITE_STATIC);
    run_statement(insert);
    sqlite3_finalize(insert);
    free(list);
}

static void prepare_statements(void) {
    insert_folder = prepare(
        database,
        "INSERT INTO folder (id, root, parent, name, path, status, first_run, listed_run, finished_run,"
        " mtime, ctime, inode, device, image_count, image_bytes, tree_image_count, tree_image_bytes,"
        " other_count, link_count, fingerprint, born, volume)"
        "VALUES (?1, ?2, ?3, ?4, ?5, 'listed', ?6, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?12, ?13, ?14, ?15, ?16, ?17, 1)");
    finish_folder = prepare(
        database, "UPDATE folder SET finished_run = ?2, tree_image_count = ?3, tree_image_bytes = ?4 WHERE id = ?1");
    // OR ROLLBACK: a statement of many rows that may have to be undone alone first copies each page it writes to.
    const char *head = "INSERT OR ROLLBACK INTO image"
                       " (folder, name, extension, size, mtime, ctime, inode, first_run, born) VALUES ";
    const char *row = "(?, ?, ?, ?, ?, ?, ?, ?, ?)";
    char sql[200 + rows_per_statement * 30];
    char *end = sql + sprintf(sql, "%s%s", head, row);
    insert_image = prepare(database, sql);
    for (int i = 1; i < rows_per_statement; i++) end += sprintf(end, ", %s", row);
    insert_images = prepare(database, sql);
}

static void bind_born(sqlite3_stmt *statement, int at, const struct facts *facts) {
    if (facts->has_born) sqlite3_bind_int64(statement, at, facts->born);
    else sqlite3_bind_null(statement, at);
}

static void bind_image(sqlite3_stmt *statement, int after, const struct row *row) {
    sqlite3_bind_int64(statement, after + 1, row->folder);
    bind_name(statement, after + 2, row->name, (int)row->image.length);
    sqlite3_bind_int64(statement, after + 3, row->image.extension);
    sqlite3_bind_int64(statement, after + 4, row->image.facts.size);
    sqlite3_bind_int64(statement, after + 5, row->image.facts.modified);
    sqlite3_bind_int64(statement, after + 6, row->image.facts.changed);
    sqlite3_bind_int64(statement, after + 7, row->image.facts.inode);
    sqlite3_bind_int64(statement, after + 8, run);
    bind_born(statement, after + 9, &row->image.facts);
}

static void flush_images(void) {
    bool is_full = waiting_count == rows_per_statement;
    for (int i = 0; i < waiting_count; i++) {
        bind_image(is_full ? insert_images : insert_image, is_full ? i * columns : 0, &waiting[i]);
        if (!is_full) run_statement(insert_image);
    }
    if (is_full) run_statement(insert_images);
    waiting_count = 0;
}

static void write_folder(const struct folder *folder) {
    sqlite3_bind_int64(insert_folder, 1, folder->id);
    sqlite3_bind_int64(insert_folder, 2, root);
    if (folder->parent != NULL) sqlite3_bind_int64(insert_folder, 3, folder->parent->id);
    else sqlite3_bind_null(insert_folder, 3);
    bind_name(insert_folder, 4, folder->name, (int)folder->name_length);
    bind_name(insert_folder, 5, folder->path, (int)folder->path_length);
    sqlite3_bind_int64(insert_folder, 6, run);
    if (folder->has_subfolders) sqlite3_bind_null(insert_folder, 7);
    else sqlite3_bind_int64(insert_folder, 7, run);
    sqlite3_bind_int64(insert_folder, 8, folder->facts.modified);
    sqlite3_bind_int64(insert_folder, 9, folder->facts.changed);
    sqlite3_bind_int64(insert_folder, 10, folder->facts.inode);
    sqlite3_bind_int64(insert_folder, 11, folder->facts.device);
    sqlite3_bind_int64(insert_folder, 12, folder->image_count);
    sqlite3_bind_int64(insert_folder, 13, folder->image_bytes);
    sqlite3_bind_int64(insert_folder, 14, folder->other_count);
    sqlite3_bind_int64(insert_folder, 15, folder->link_count);
    sqlite3_bind_int64(insert_folder, 16, folder->fingerprint);
    bind_born(insert_folder, 17, &folder->facts);
    run_statement(insert_folder);
}

// imgindex keeps the totals above a folder right at the end of each transaction; here they are written once.
static void write_finish(const struct folder *folder) {
    sqlite3_bind_int64(finish_folder, 1, folder->id);
    sqlite3_bind_int64(finish_folder, 2, run);
    sqlite3_bind_int64(finish_folder, 3, folder->tree_image_count);
    sqlite3_bind_int64(finish_folder, 4, folder->tree_image_bytes);
    run_statement(finish_folder);
}

static void write_images(const struct folder *folder) {
    for (uint32_t i = 0; i < folder->image_count; i++) {
        struct row *row = &waiting[waiting_count++];
        row->folder = folder->id;
        row->image = folder->images[i];
        memcpy(row->name, folder->names + row->image.name, row->image.length);
        if (waiting_count == rows_per_statement) flush_images();
    }
}

static void end_transaction(void) {
    flush_images();
    run_sql(database, "COMMIT");
    rows = 0;
}

static void write_event(struct event event) {
    if (rows == 0) run_sql(database, "BEGIN IMMEDIATE");
    struct folder *folder = event.folder;
    if (event.is_finish) {
        write_finish(folder);
        rows++;
    } else {
        write_folder(folder);
        write_images(folder);
        folder_count++;
        image_count += folder->image_count;
        rows += 1 + folder->image_count;
    }
    // The walk needs it until it is finished.
    if (event.is_finish || !folder->has_subfolders) free_folder(folder);
    else free_images(folder);
    if (rows >= rows_per_transaction) end_transaction();
}

static void end_run(void) {
    char sql[500];
    snprintf(sql, sizeof sql,
             "UPDATE next_id SET id = CASE what WHEN 'folder' THEN %lld ELSE %lld END;"
             "UPDATE run SET state = 'complete', exit_code = 0, ended = %lld, folders_listed = %lld, images_seen = %lld,"
             " added = %lld",
             (long long)next_folder, (long long)image_count + 1, (long long)now(), (long long)folder_count,
             (long long)image_count, (long long)image_count);
    run_sql(database, sql);
}

static int64_t identify(struct folder *folder) {
    (void)folder;
    return next_folder++;
}

static void listed(struct folder *folder) {
    put_event((struct event){.folder = folder});
}

static void finished(struct folder *folder) {
    put_event((struct event){.folder = folder, .is_finish = true});
}

static struct walk walk_settings = {.threads = 2, .identify = identify, .listed = listed, .finished = finished};

static void *walk(void *path) {
    walk_tree(&walk_settings, path, top_folder);
    end_events();
    return NULL;
}

static void write_tree(char *path) {
    pthread_t walker;
    if (pthread_create(&walker, NULL, walk, path) != 0) fail("pthread_create");
    write_events(write_event);
    pthread_join(walker, NULL);
}

static void set_key(const char *key) {
    if (key != NULL) {
        char sql[100];
        snprintf(sql, sizeof sql, "UPDATE fingerprint_key SET key = %lld", atoll(key));
        run_sql(database, sql);
    }
    walk_settings.fingerprint_key = query_integer(database, "SELECT key FROM fingerprint_key");
}

int main(int count, char **arguments) {
    char *scripts[16], *extensions = NULL, *key = NULL, *volume = NULL;
    int script_count = 0, option;
    while ((option = getopt(count, arguments, "t:k:e:s:v:")) >= 0) {
        if (option == 't') walk_settings.threads = atoi(optarg);
        else if (option == 'k') key = optarg;
        else if (option == 'e') extensions = optarg;
        else if (option == 'v') volume = optarg;
        else if (option == 's' && script_count < 16) scripts[script_count++] = optarg;
        else return 64;
    }
    if (count - optind != 2 || extensions == NULL || volume == NULL || script_count == 0 || walk_settings.threads < 1) {
        fprintf(stderr, "usage: floor-first [-t THREADS] [-k KEY] -e EXTENSIONS -v VOLUME -s SCHEMA.sql ROOT INDEX\n");
        return 64;
    }
    char *path = realpath(arguments[optind], NULL);
    if (path == NULL) fail(arguments[optind]);
    database = open_database(arguments[optind + 1]);
    make_schema(scripts, script_count);
    run_sql(database, "BEGIN IMMEDIATE");
    begin_run(path, extensions);
    insert_volume(volume);
    set_key(key);
    prepare_statements();
    rows = 1; // the transaction is open
    write_tree(path);
    if (rows > 0) end_transaction();
    end_run();
    sqlite3_finalize(insert_folder);
    sqlite3_finalize(insert_images);
    sqlite3_finalize(insert_image);
    sqlite3_finalize(finish_folder);
    sqlite3_close(database); // writes the log back into the file
    free(path);
    return 0;
}
