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

#endif
