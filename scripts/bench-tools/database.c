#include "database.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "names.h"

void database_failed(sqlite3 *database, const char *what) {
    fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(database));
    exit(1);
}

sqlite3 *open_database(const char *path) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3 *database;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &database, flags, NULL) != SQLITE_OK) database_failed(database, path);
    return database;
}

void run_sql(sqlite3 *database, const char *sql) {
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK) database_failed(database, sql);
}

sqlite3_stmt *prepare(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK) database_failed(database, sql);
    return statement;
}

sqlite3_int64 query_integer(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement = prepare(database, sql);
    sqlite3_int64 number = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return number;
}

void run_statement(sqlite3_stmt *statement) {
    if (sqlite3_step(statement) != SQLITE_DONE) {
        database_failed(sqlite3_db_handle(statement), sqlite3_sql(statement));
    }
    sqlite3_reset(statement);
}

void bind_name(sqlite3_stmt *statement, int index, const char *name, int length) {
    if (name == NULL) sqlite3_bind_null(statement, index);
    else if (is_utf8(name, (size_t)length)) sqlite3_bind_text(statement, index, name, length, SQLITE_STATIC);
    else sqlite3_bind_blob(statement, index, name, length, SQLITE_STATIC);
}

sqlite3_int64 now(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (sqlite3_int64)time.tv_sec * 1000000000 + time.tv_nsec;
}
