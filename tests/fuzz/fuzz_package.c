/* The manifest of a package of weights comes from the net. */
#include <assert.h>
#include <string.h>

#include "bot/weights/weights_package_internal.h"
#include "tests/fuzz/fuzz_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[WEIGHTS_PACKAGE_TEXT_MAX];
    static struct weights_package package;
    struct error err = {0};
    if (size >= sizeof text) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    if (!weights_package_parse(text, &package, &err)) {
        assert(err.text[0] != '\0');
        return 0;
    }
    assert(package.count > 0 && package.count <= WEIGHTS_PACKAGE_FILES_MAX);
    for (int i = 0; i < package.count; i++) {
        const struct weights_package_file *file = &package.files[i];
        assert(strchr(file->name, '/') == NULL && file->name[0] != '.');
        assert(strlen(file->digest) == SIGNATURE_DIGEST_SIZE - 1);
        assert(file->size >= 0 && file->size <= PACKAGE_FILE_BYTES_MAX);
    }
    return 0;
}
