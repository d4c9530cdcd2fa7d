// A library to be put before the C library (LD_PRELOAD) of a program under test: it counts the program's calls on a
// tree and on an index, and lets a chosen one fail, break off, or be the last.
//
// It is told what to do by the environment:
//
//   FAULTS_TREE    the path of the tree
//   FAULTS_INDEX   the path of the index
//   FAULTS_REPORT  a file to append to: `fault WHERE.CALL NUMBER` when it strikes, `count WHERE.CALL NUMBER` at the end
//   FAULTS_DENY    a name that can never be opened in a folder of the tree (EACCES), for root as well
//   FAULTS_KIND    the kind of file system, in hex, that statfs(2) says the index is on
//   FAULTS_PLAN    when to strike, and how; nothing strikes without it:
//                    WHERE.CALL NUMBER fail ERRNO    the call of that number fails
//                    WHERE.CALL NUMBER from ERRNO    it and all later ones fail
//                    WHERE.CALL NUMBER hang 0        it never comes back
//                    WHERE.CALL NUMBER hung 0        it and all later ones never come back
//                    WHERE.CALL NUMBER short 0       it reads or writes half
//                    WHERE.CALL NUMBER cut ERRNO     getdents64 gives half of the entries, and then fails
//                    WHERE.CALL NUMBER torn 0        it writes half, and the process is killed
//                    WHERE.CALL NUMBER kill 0        the process is killed in place of it
//                  where WHERE may be `any`, and WHERE.CALL as well: counted together
//
// WHERE is `tree`, `main` (the index itself), `wal`, `shm`, `journal`, or `folder` (the one the index is in). Calls on
// anything else are passed on and not counted. Numbers begin with 1.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// What a call is about.
enum place { ELSEWHERE, TREE, MAIN, WAL, SHM, JOURNAL, FOLDER, PLACES };

// Calls that are counted apart. The 64-bit names of glibc are the same calls.
enum call {
    ACCESS, CLOSE, FCHMOD, FCHOWN, FCNTL, FDATASYNC, FSTAT, FSYNC, FTRUNCATE, GETDENTS64, LSTAT, MKDIR, MMAP, OPEN,
    OPENAT, PREAD, PWRITE, READ, READLINK, REALPATH, STAT, STATX, UNLINK, WRITE, CALLS
};

// What becomes of one call.
enum verdict { PASS, FAIL, SHORT, CUT, TORN };

// Which part of the tree or index a path, a name in an open folder, or a descriptor is; ELSEWHERE if none.
enum place faults_place_of_path(const char *path);
enum place faults_place_in(int folder, const char *name);
enum place faults_place_of(int file);

// Notes what a new descriptor is of, and forgets it.
void faults_opened(int file, enum place place);
void faults_closed(int file);

// The errno that reads of a folder end with since its listing was cut, or 0.
int faults_cut(int file);
void faults_set_cut(int file, int code);

// Whether a name in the tree is the one that can never be opened.
bool faults_is_denied(enum place place, const char *name);

// Counts a call and says what becomes of it. Does not return if the process is to be killed in place of it. Sets errno
// if the verdict is FAIL. `errno` of a CUT comes from faults_code().
enum verdict faults_decide(enum call call, enum place place);
int faults_code(void);

// Ends the process as `kill -9` would.
void faults_kill(void);
