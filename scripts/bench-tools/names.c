#define _GNU_SOURCE
#include "names.h"

#include <endian.h>
#include <string.h>

enum { longest = 7, places = 1024 };

// Open addressing; a free place has the word 0. Some hundred extensions at most, so it never fills up.
static struct {
    uint64_t word;
    int64_t id;
} table[places];

static unsigned place_of(uint64_t word) {
    return (unsigned)((word * 0x9E3779B97F4A7C15u) >> 54);
}

static uint64_t pack(const char *text, size_t length) {
    uint64_t word = length;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte >= 'A' && byte <= 'Z') byte |= 0x20;
        word = word << 8 | byte;
    }
    return word;
}

void add_extension(const char *text, int64_t id) {
    size_t length = strlen(text);
    if (length < 1 || length > longest) return;
    uint64_t word = pack(text, length);
    unsigned place = place_of(word);
    while (table[place].word != 0) place = (place + 1) % places;
    table[place].word = word;
    table[place].id = id;
}

int64_t image_extension(const char *name, size_t length) {
    const char *dot = memrchr(name, '.', length);
    if (dot == NULL || dot == name) return 0;
    size_t count = (size_t)(name + length - dot) - 1;
    if (count < 1 || count > longest || (name[0] == '.' && name[1] == '_')) return 0;
    uint64_t word = pack(dot + 1, count);
    for (unsigned place = place_of(word); table[place].word != 0; place = (place + 1) % places) {
        if (table[place].word == word) return table[place].id;
    }
    return 0;
}

uint64_t name_prefix(const char *name, size_t length) {
    uint64_t word = 0;
    memcpy(&word, name, length < sizeof word ? length : sizeof word);
    return be64toh(word);
}

// How many bytes follow the first one of a character, or -1 if none begins so; `smallest` is the least second byte
// that is allowed and `largest` the greatest, which rules out surrogates, what is too long and what is too high.
static int following(unsigned char first, unsigned char *smallest, unsigned char *largest) {
    *smallest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    *largest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (first < 0x80) return 0;
    if (first >= 0xC2 && first <= 0xDF) return 1;
    if (first >= 0xE0 && first <= 0xEF) return 2;
    if (first >= 0xF0 && first <= 0xF4) return 3;
    return -1;
}

bool is_utf8(const char *bytes, size_t length) {
    size_t i = 0;
    while (i < length) {
        uint64_t word;
        if (i + sizeof word <= length) {
            memcpy(&word, bytes + i, sizeof word);
            if ((word & 0x8080808080808080u) == 0) {
                i += sizeof word;
                continue;
            }
        }
        unsigned char smallest, largest;
        int count = following((unsigned char)bytes[i++], &smallest, &largest);
        if (count < 0 || i + (size_t)count > length) return false;
        while (count-- > 0) {
            unsigned char byte = (unsigned char)bytes[i++];
            if (byte < smallest || byte > largest) return false;
            smallest = 0x80;
            largest = 0xBF;
        }
    }
    return true;
}
