/* Two clients without sense play whole matches on the server's core. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/fibsd/visitor.h"
#include "tests/reference/rules.h"

/* Plays any legal play, doubles, takes and resigns now and then: by what the server
 * says, as a client does. */
struct chancer {
    struct visitor visitor;
    struct reference_generator *generator;
    unsigned random;
    bool is_over;
    int games;
    int matches_won;
    int matches_lost;
};

static unsigned chance(struct chancer *chancer, unsigned bound)
{
    chancer->random = chancer->random * 1103515245U + 12345U;
    return (chancer->random >> 16) % bound;
}

struct seen_board {
    long number[53];
    struct reference_board board;
};

static bool read_board(const char *line, struct seen_board *seen)
{
    char copy[600];
    (void)snprintf(copy, sizeof copy, "%s", line);
    char *rest = copy;
    int count = 0;
    for (const char *field; (field = strsep(&rest, ":")) != NULL && count < 53;) {
        seen->number[count++] = atol(field);
    }
    if (count != 53) {
        return false;
    }
    for (int p = 0; p < 26; p++) {
        seen->board.point[p] = (signed char)seen->number[6 + p];
    }
    bool is_o = seen->number[41] == REFERENCE_O;
    seen->board.off_o = (signed char)seen->number[is_o ? 45 : 46];
    seen->board.off_x = (signed char)seen->number[is_o ? 46 : 45];
    return reference_fault(&seen->board) == NULL;
}

static void send_any_move(struct chancer *chancer, const struct seen_board *seen)
{
    int colour = (int)seen->number[41];
    const struct reference_plays *plays =
        reference_plays(chancer->generator, &seen->board, colour, (int)seen->number[33],
                        (int)seen->number[34]);
    const struct reference_play *play =
        &plays->plays[chance(chancer, (unsigned)plays->count)];
    char command[100] = "move";
    for (int i = 0; i < play->count; i++) {
        char hop[24];
        bool is_bar = play->hops[i].from == reference_bar(colour);
        bool is_off = play->hops[i].to == reference_home(colour);
        char from[8];
        char to[8];
        (void)snprintf(from, sizeof from, "%d", play->hops[i].from);
        (void)snprintf(to, sizeof to, "%d", play->hops[i].to);
        (void)snprintf(hop, sizeof hop, " %s-%s", is_bar ? "bar" : from,
                       is_off ? "off" : to);
        strcat(command, hop);
    }
    visitor_send(&chancer->visitor, command);
}

static void act_on_board(struct chancer *chancer, const char *line)
{
    struct seen_board seen;
    assert_true(read_board(line, &seen));
    bool is_mine = seen.number[32] == seen.number[41];
    if (is_mine && seen.number[33] > 0 && seen.number[49] > 0) {
        send_any_move(chancer, &seen);
    }
}

static bool is_error(const char *line)
{
    return strncmp(line, "** ", 3) == 0 && strncmp(line, "** You invited", 14) != 0 &&
           strncmp(line, "** Player", 9) != 0 &&
           strncmp(line, "** You are now playing", 22) != 0 &&
           strncmp(line, "** Please wait for", 18) != 0;
}

static void act(struct chancer *chancer, const char *line)
{
    struct visitor *visitor = &chancer->visitor;
    if (strncmp(line, "board:", 6) == 0) {
        act_on_board(chancer, line);
    } else if (strcmp(line, "It's your turn. Please roll or double") == 0) {
        unsigned choice = chance(chancer, 100);
        visitor_send(visitor, choice < 8    ? "double"
                              : choice < 10 ? "resign n"
                                            : "roll");
    } else if (strstr(line, "Type 'accept'") != NULL) {
        visitor_send(visitor, chance(chancer, 3) == 0 ? "reject" : "accept");
    } else if (strstr(line, "rejects. The game continues.") != NULL) {
        visitor_send(visitor, "roll");
    } else if (strncmp(line, "Type 'join' if", 14) == 0) {
        chancer->games++;
        visitor_send(visitor, "join");
    } else if (strncmp(line, "You win the ", 12) == 0 && strstr(line, "point match")) {
        chancer->matches_won++;
        chancer->is_over = true;
    } else if (strstr(line, " wins the ") != NULL && strstr(line, "point match")) {
        chancer->matches_lost++;
        chancer->is_over = true;
    } else if (is_error(line)) {
        fail_msg("%s: %s", visitor->name, line);
    }
}

/* Lets both act until the match is over. */
static void play_on(struct chancer *a, struct chancer *b)
{
    int idle = 0;
    a->is_over = b->is_over = false;
    for (int turns = 0; idle < 2; turns++) {
        struct chancer *now = turns % 2 == 0 ? a : b;
        const char *line = visitor_news(&now->visitor);
        idle = line == NULL ? idle + 1 : 0;
        if (line != NULL) {
            char copy[600];
            (void)snprintf(copy, sizeof copy, "%s", line);
            act(now, copy);
        }
    }
    assert_true(a->is_over && b->is_over);
}

static void sit_down(struct chancer *chancer, struct fibsd *core, const char *name,
                     struct reference_generator *generator)
{
    *chancer = (struct chancer){.generator = generator, .random = 17};
    assert_true(visitor_login(&chancer->visitor, core, name, "secret"));
    visitor_send(&chancer->visitor, "set boardstyle 3");
    visitor_send(&chancer->visitor, "toggle automove");
    visitor_send(&chancer->visitor, "toggle ready");
    visitor_flush(&chancer->visitor);
}

static void matches_of_every_length_come_to_an_end(void **state)
{
    (void)state;
    struct fibsd_config config;
    fibsd_config_default(&config);
    struct fibsd *core = fibsd_new(&config);
    struct reference_generator *generator = reference_generator_new();
    assert_true(fibsd_add_account(core, "anna", "secret", 1500.0, 500));
    assert_true(fibsd_add_account(core, "bert", "secret", 1600.0, 100));
    struct chancer anna;
    struct chancer bert;
    sit_down(&anna, core, "anna", generator);
    sit_down(&bert, core, "bert", generator);
    bert.random = 99;
    int matches = 0;
    for (int length = 1; length <= 15; length++, matches++) {
        char invitation[40];
        (void)snprintf(invitation, sizeof invitation, "invite bert %d", length);
        visitor_send(&anna.visitor, invitation);
        assert_non_null(visitor_find(&bert.visitor, "Type 'join anna'"));
        visitor_send(&bert.visitor, "join anna");
        play_on(&anna, &bert);
        visitor_flush(&anna.visitor);
        visitor_flush(&bert.visitor);
    }
    assert_int_equal(anna.matches_won + anna.matches_lost, matches);
    assert_int_equal(anna.matches_won, bert.matches_lost);
    assert_true(anna.matches_won > 0 && anna.matches_lost > 0);
    visitor_send(&anna.visitor, "rawwho anna");
    const char *line = visitor_find(&anna.visitor, "5 anna ");
    assert_non_null(line);
    assert_non_null(strstr(line, " 620 ")); /* 500 + 1 + 2 + ... + 15 */
    reference_generator_free(generator);
    fibsd_free(core);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_of_every_length_come_to_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
