/* Accounts and matches as text, a line a record:
 *
 *   user NAME PASSWORD RATING EXPERIENCE TOGGLES BOARDSTYLE REDOUBLES LOGIN LOGOUT
 *        EMAIL HOST SORTWHO TIMEZONE   (the last three: not in old files)
 *   match NAME NAME LENGTH SCORE SCORE CRAWFORD REDOUBLES PHASE COLOUR TURN DIE DIE
 *         CUBE OWNER ASKED USED IS_CRAWFORD IS_POST OFF_X OFF_O POINT0 ... POINT25
 *   row KIND COLOUR DIE DIE COUNT FROM TO ... (of the match before)
 *
 * PASSWORD is a hash (password.h); former versions wrote it plain, and that is read, too.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "server/fibsd_core.h"

enum { NUMBERS_MAX = 64, HASHED_AT_ONCE = 100 };

/* ---- writing --------------------------------------------------------------------- */

static void save_user(FILE *text, const struct fibsd_user *user)
{
    char toggles[FIBSD_TOGGLE_COUNT + 1] = "";
    for (int i = 0; i < FIBSD_TOGGLE_COUNT; i++) {
        toggles[i] = user->toggle[i] ? '1' : '0';
    }
    char order[FIBSD_NAME_SIZE], zone[FIBSD_NAME_SIZE];
    settings_value(user, FIBSD_VARIABLE_SORTWHO, order);
    settings_value(user, FIBSD_VARIABLE_TIMEZONE, zone);
    (void)fprintf(text, "user %s %s %.10f %d %s %d %d %lld %lld %s %s %s %s\n",
                  user->name, user->password, user->rating, user->experience, toggles,
                  user->variable[FIBSD_VARIABLE_BOARDSTYLE],
                  user->variable[FIBSD_VARIABLE_REDOUBLES],
                  (long long)user->last_login_s, (long long)user->last_logout_s,
                  user->email != NULL ? user->email : "-",
                  user->last_host[0] != '\0' ? user->last_host : "-", order, zone);
}

static void save_row(FILE *text, const struct fibsd_move_row *row)
{
    (void)fprintf(text, "row %d %d %d %d %d", row->kind, row->colour, row->dice[0],
                  row->dice[1], row->count);
    for (int i = 0; i < row->count; i++) {
        (void)fprintf(text, " %d %d", row->hops[i].from, row->hops[i].to);
    }
    (void)fprintf(text, "\n");
}

static void save_one_match(FILE *text, const struct fibsd_match *match)
{
    (void)fprintf(
        text, "match %s %s %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d",
        match->player[0]->name, match->player[1]->name, match->length, match->score[0],
        match->score[1], match->has_crawford, match->redoubles, match->phase,
        match->colour[0], match->turn, match->dice[0], match->dice[1], match->cube,
        match->cube_owner, match->asked, match->redoubles_used, match->is_crawford,
        match->is_post_crawford, match->board.off_x, match->board.off_o);
    for (int p = 0; p < 26; p++) {
        (void)fprintf(text, " %d", match->board.point[p]);
    }
    (void)fprintf(text, "\n");
    for (int i = 0; i < match->row_count; i++) {
        save_row(text, &match->rows[i]);
    }
}

char *fibsd_save(struct fibsd *server)
{
    char *bytes = NULL;
    size_t size;
    FILE *text = open_memstream(&bytes, &size);
    if (text == NULL) {
        return NULL;
    }
    (void)fprintf(text, "# saved state of fibsd\n");
    for (int i = 0; i < server->user_count; i++) {
        save_user(text, server->users[i]);
    }
    for (const struct fibsd_match *match = server->matches; match != NULL;
         match = match->next) {
        save_one_match(text, match);
    }
    bool is_whole = ferror(text) == 0;
    if (fclose(text) != 0 || !is_whole) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

/* ---- reading --------------------------------------------------------------------- */

/* Reads numbers to the end of the line; returns their count, -1 for anything else. */
static int read_numbers(char *rest, int numbers[NUMBERS_MAX])
{
    int count = 0;
    for (const char *word; (word = words_next(&rest)) != NULL; count++) {
        char *end;
        long number = strtol(word, &end, 10);
        if (*end != '\0' || count == NUMBERS_MAX || number < -100000000 ||
            number > 100000000) {
            return -1;
        }
        numbers[count] = (int)number;
    }
    return count;
}

/* What files of former versions do not have. */
static bool load_newer_fields(struct fibsd_user *user, char *rest)
{
    const char *host = words_next(&rest), *order = words_next(&rest),
               *zone = words_next(&rest);
    if (host == NULL) {
        return true;
    }
    if (strcmp(host, "-") != 0) {
        COPY_TEXT(user->last_host, host);
    }
    return zone != NULL && settings_take(user, FIBSD_VARIABLE_SORTWHO, order) &&
           settings_take(user, FIBSD_VARIABLE_TIMEZONE, zone);
}

static bool is_number_in(int number, int low, int high)
{
    return number >= low && number <= high;
}

static bool load_user(struct fibsd *server, char *rest)
{
    const char *word[10];
    for (int i = 0; i < 10; i++) {
        word[i] = words_next(&rest);
        if (word[i] == NULL) {
            return false;
        }
    }
    if (strlen(word[4]) != FIBSD_TOGGLE_COUNT || strlen(word[9]) >= FIBSD_TEXT_SIZE) {
        return false;
    }
    struct fibsd_user *user = accounts_restore(server, word[0], word[1]);
    if (user == NULL) {
        return false;
    }
    user->rating = strtod(word[2], NULL);
    user->experience = atoi(word[3]);
    for (int i = 0; i < FIBSD_TOGGLE_COUNT; i++) {
        user->toggle[i] = word[4][i] == '1';
    }
    user->variable[FIBSD_VARIABLE_BOARDSTYLE] = word[5][0] == '1'   ? 1
                                                : word[5][0] == '3' ? 3
                                                                    : 2;
    user->variable[FIBSD_VARIABLE_REDOUBLES] = atoi(word[6]);
    if (!isfinite(user->rating) || user->experience < 0 ||
        !is_number_in(atoi(word[6]), 0, FIBSD_REDOUBLES_UNLIMITED)) {
        return false;
    }
    user->last_login_s = atoll(word[7]);
    user->last_logout_s = atoll(word[8]);
    if (strcmp(word[9], "-") != 0) {
        accounts_set_text(&user->email, word[9]);
    }
    return load_newer_fields(user, rest);
}

static bool is_flag(int number)
{
    return is_number_in(number, 0, 1);
}

static bool are_match_numbers(const int *n)
{
    return is_number_in(n[0], 0, 99) && is_number_in(n[1], 0, 1000000) &&
           is_number_in(n[2], 0, 1000000) && is_flag(n[3]) &&
           is_number_in(n[4], 0, 100) && is_number_in(n[5], 0, FIBSD_MATCH_DOUBLED) &&
           (n[6] == REFERENCE_X || n[6] == REFERENCE_O) && is_flag(n[7]) &&
           is_number_in(n[8], 0, 6) && is_number_in(n[9], 0, 6) &&
           (n[5] != FIBSD_MATCH_TO_MOVE || (n[8] > 0 && n[9] > 0)) &&
           is_number_in(n[10], 1, 1 << 20) && is_number_in(n[11], -1, 1) &&
           is_flag(n[12]) && is_number_in(n[13], 0, 100) && is_flag(n[14]) &&
           is_flag(n[15]);
}

static void set_match(struct fibsd_match *match, const int *n)
{
    match->score[0] = n[1];
    match->score[1] = n[2];
    match->has_crawford = n[3];
    match->redoubles = n[4];
    match->phase = (enum fibsd_match_phase)n[5];
    match->colour[0] = n[6];
    match->colour[1] = -n[6];
    match->turn = n[7];
    match->dice[0] = n[8];
    match->dice[1] = n[9];
    match->cube = n[10];
    match->cube_owner = n[11];
    match->asked = n[12];
    match->redoubles_used = n[13];
    match->is_crawford = n[14];
    match->is_post_crawford = n[15];
    match->board.off_x = (signed char)n[16];
    match->board.off_o = (signed char)n[17];
    for (int p = 0; p < 26; p++) {
        match->board.point[p] = (signed char)n[18 + p];
    }
}

static struct fibsd_match *load_match(struct fibsd *server, char *rest)
{
    enum { NUMBERS = 18 + 26 };
    int numbers[NUMBERS_MAX];
    const char *first = words_next(&rest);
    const char *second = words_next(&rest);
    if (second == NULL || read_numbers(rest, numbers) != NUMBERS ||
        !are_match_numbers(numbers)) {
        return NULL;
    }
    for (int i = 16; i < NUMBERS; i++) {
        if (!is_number_in(numbers[i], -15, 15)) {
            return NULL;
        }
    }
    struct fibsd_user *a = accounts_find(server, first);
    struct fibsd_user *b = accounts_find(server, second);
    if (a == NULL || b == NULL || a == b) {
        return NULL;
    }
    struct fibsd_match *match = match_add(server, a, b, numbers[0]);
    if (match != NULL) {
        set_match(match, numbers);
        if (reference_fault(&match->board) != NULL) {
            match_remove(match);
            return NULL;
        }
        if (!server->config.faults.keeps_offers) {
            match_withdraw_offers(match);
        }
    }
    return match;
}

static bool load_row(struct fibsd_match *match, char *rest)
{
    int n[NUMBERS_MAX];
    int count = read_numbers(rest, n);
    if (match == NULL || count < 5 || !is_number_in(n[0], 0, FIBSD_ROW_WINS) ||
        !is_number_in(n[4], 0, REFERENCE_MOST_HOPS) || count != 5 + 2 * n[4] ||
        match->row_count == FIBSD_MOVE_ROWS) {
        return false;
    }
    struct fibsd_move_row *row = move_list_new_row(match);
    if (row == NULL) {
        return false;
    }
    *row = (struct fibsd_move_row){.kind = (enum fibsd_row_kind)n[0],
                                   .colour = n[1] < 0 ? REFERENCE_X : REFERENCE_O,
                                   .dice = {n[2], n[3]},
                                   .count = n[4]};
    for (int i = 0; i < row->count; i++) {
        row->hops[i] = (struct reference_hop){(signed char)n[5 + 2 * i],
                                              (signed char)n[6 + 2 * i]};
    }
    return true;
}

int fibsd_load(struct fibsd *server, const char *text)
{
    struct fibsd_match *match = NULL;
    int number = 0;
    while (*text != '\0') {
        char line[FIBSD_COMMAND_MAX];
        size_t length = strcspn(text, "\n");
        number++;
        if (length >= sizeof line) {
            return number;
        }
        memcpy(line, text, length);
        line[length] = '\0';
        text += length + (text[length] == '\n');
        char *rest = line;
        const char *word = words_next(&rest);
        bool is_good = word == NULL || word[0] == '#';
        if (!is_good && strcmp(word, "user") == 0) {
            is_good = load_user(server, rest);
        } else if (!is_good && strcmp(word, "match") == 0) {
            match = load_match(server, rest);
            is_good = match != NULL;
        } else if (!is_good && strcmp(word, "row") == 0) {
            is_good = load_row(match, rest);
        }
        if (!is_good) {
            return number;
        }
    }
    accounts_hash_some(server, HASHED_AT_ONCE);
    return 0;
}
