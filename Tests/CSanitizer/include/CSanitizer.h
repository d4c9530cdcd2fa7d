// Linking this target is all it takes for the thread sanitizer to see Swift's locks: see CSanitizer.c.
#pragma once

#include <stdint.h>

// Where the stack is that the caller runs on. The address of a variable does not tell: the address sanitizer keeps
// variables elsewhere.
uintptr_t imgindex_stack_address(void);
