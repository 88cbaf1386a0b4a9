/* Lists of who may play, and what reputation bots say: any bytes are rules, or one
 * clear error; an answer, or none. */
#include <assert.h>

#include "bot/policy/access.h"
#include "bot/policy/reputation.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = 65536 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct access access = {{{0}}};
    struct error err = {0};
    long reputation = 0;
    if (size > INPUT_MAX) {
        return 0;
    }
    const char *text = (const char *)data;
    struct access_list *list = &access.lists[ACCESS_URL];
    bool is_good = access_list_read(list, text, size, "list", &err);
    assert(is_good || (err.text[0] != '\0' && list->count == 0));
    assert(list->count <= ACCESS_RULES_MAX);
    for (int i = 0; i < list->count; i++) {
        assert(list->rules[i].name[0] != '\0');
        if (list->rules[i].level[0] != '\0') {
            assert(access_level(&access, list->rules[i].name)[0] != '\0');
            continue;
        }
        enum access_verdict want =
            list->rules[i].is_allow ? ACCESS_OPEN : ACCESS_BLOCKED;
        enum access_direction direction =
            (list->rules[i].directions & ACCESS_IN) != 0 ? ACCESS_IN : ACCESS_OUT;
        enum access_verdict found =
            access_judge(&access, list->rules[i].name, direction);
        assert(found == want || found == ACCESS_BLOCKED);
    }
    access_list_clear(list);
    if (reputation_answer(text, size, "opp_a", 7, &reputation)) {
        assert(reputation >= -1000000000 && reputation <= 1000000000);
    }
    return 0;
}
