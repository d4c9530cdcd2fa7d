// What Swift cannot call of jansson by itself: macros, and functions that are inline by attributes it does not know.
#pragma once

#include <jansson.h>

// json_decref(3) is inline with a private part.
static inline void imgindex_json_free(json_t *value) { json_decref(value); }

// json_typeof(3) is a macro.
static inline json_type imgindex_json_type(const json_t *value) { return json_typeof(value); }
