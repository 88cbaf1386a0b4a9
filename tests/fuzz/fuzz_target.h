#pragma once
/* What a fuzz target is: libFuzzer calls it with inputs it makes up, replay.c with files. */

#include <stddef.h>
#include <stdint.h>

/* Ends the program if something is wrong with what comes of the input. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
