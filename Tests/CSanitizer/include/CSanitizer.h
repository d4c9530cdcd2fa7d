// Nothing to call: linking this target is all it takes. See CSanitizer.c.
