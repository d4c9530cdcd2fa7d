// The digest of a folder's images, bit for bit that of Sources/Indexing/Fingerprint.swift.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct fingerprint {
    uint64_t state, key;
};

static inline uint64_t fold(uint64_t first, uint64_t second) {
    unsigned __int128 product = (unsigned __int128)first * second;
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

static inline struct fingerprint fingerprint_start(int64_t key) {
    uint64_t odd = (uint64_t)key | 1;
    return (struct fingerprint){.state = odd, .key = odd};
}

static inline void fingerprint_mix(struct fingerprint *print, uint64_t word) {
    print->state = fold(print->state ^ word, 0xE7037ED1A0B428DBu ^ print->key) + 0x9E3779B97F4A7C15u;
}

static inline void fingerprint_name(struct fingerprint *print, const char *name, size_t length) {
    size_t position = 0;
    for (; position + 8 <= length; position += 8) {
        uint64_t word;
        memcpy(&word, name + position, sizeof word);
        fingerprint_mix(print, word);
    }
    uint64_t rest = 0;
    for (; position < length; position++) rest = rest << 8 | (unsigned char)name[position];
    fingerprint_mix(print, rest);
}

static inline int64_t fingerprint_value(const struct fingerprint *print) {
    return (int64_t)fold(print->state ^ 0xA0761D6478BD642Fu, print->key);
}
