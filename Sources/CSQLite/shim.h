#ifndef IMGINDEX_CSQLITE_SHIM_H
#define IMGINDEX_CSQLITE_SHIM_H

#include <sqlite3.h>

/// The destructor that makes SQLite copy what is bound.
///
/// Swift can't use SQLITE_TRANSIENT: the macro casts -1 to a function pointer, and such casts are not imported.
/// (SQLITE_STATIC needs no shim: it is the null pointer, `nil` in Swift.)
static inline sqlite3_destructor_type csqlite_transient(void) {
    return SQLITE_TRANSIENT;
}

/// Ends the counting of allocated bytes, which takes a lock at every allocation. Before the first connection only.
///
/// Swift can't call sqlite3_config: it is variadic.
static inline int csqlite_stop_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#endif
