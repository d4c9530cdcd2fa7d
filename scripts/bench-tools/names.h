// What names say: which extension makes a file an image, and whether a name is stored as TEXT or BLOB.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Makes an extension (lower case, at most seven bytes) one that images have, with its row id.
void add_extension(const char *text, int64_t id);

// The row id of the extension that makes this an image's name, or 0.
int64_t image_extension(const char *name, size_t length);

// The first eight bytes as a number that orders as they do; a shorter name is filled up with zeros.
uint64_t name_prefix(const char *name, size_t length);

bool is_utf8(const char *bytes, size_t length);
