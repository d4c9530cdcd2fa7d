// SQLite with its errors taken for the end of the program.
#pragma once

#include <sqlite3.h>

// As imgindex opens its index: no locks of SQLite's own, no counting of memory. Makes the file if it is not there.
sqlite3 *open_database(const char *path);

_Noreturn void database_failed(sqlite3 *database, const char *what);

void run_sql(sqlite3 *database, const char *sql);

sqlite3_stmt *prepare(sqlite3 *database, const char *sql);

// The integer in the first column of the first row; 0 if there is none.
sqlite3_int64 query_integer(sqlite3 *database, const char *sql);

// Runs a statement that answers nothing.
void run_statement(sqlite3_stmt *statement);

// Binds a name or path: as TEXT if it is UTF-8, as BLOB if not, NULL if there is none. The bytes are not copied.
void bind_name(sqlite3_stmt *statement, int index, const char *name, int length);

// The time as an index holds it: nanoseconds since 1970.
sqlite3_int64 now(void);
