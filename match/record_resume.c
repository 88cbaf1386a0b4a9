/* Continues a match file: finds it, reads it back and fills in missed turns. */
#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "match/record_internal.h"

#include "engine/board/position.h"

/* ---- reading back ---------------------------------------------------------------- */

static void restore_game(void *context, int number, int my_score, int opponent_score)
{
    struct record *record = context;
    record->games = number;
    record->score[RECORD_ME] = my_score;
    record->score[RECORD_OPPONENT] = opponent_score;
    record_begin_game(record);
}

static void restore_cell(void *context, const struct record_cell *cell)
{
    struct record *record = context;
    bool is_left = cell->side == RECORD_ME;
    record->had_left = !is_left && record->last_side == RECORD_ME;
    record->row += is_left || !record->had_left;
    record->has_left = is_left;
    record->last_side = (int)cell->side;
    /* an opponent's cell that is alone in its row begins with the row */
    record->cell_begin =
        cell->begin - (is_left || record->had_left ? 0 : RECORD_RIGHT_AT);
    if (cell->type == CELL_PLAY) {
        bool is_ours = record_make_play(&record->pos, cell->side, &cell->play);
        record->is_told = record->is_told && is_ours;
    } else if (cell->type == CELL_TAKE && record->offered_cube > 0) {
        record->cube = record->offered_cube;
    }
    record->offered_cube = cell->type == CELL_DOUBLE ? cell->cube : 0;
}

static void restore_win(void *context, enum record_side winner, int points)
{
    struct record *record = context;
    record->score[winner] += points;
    record->is_open = record->has_left = false;
}

static void restore_heading(void *context, const struct record_heading *heading)
{
    struct record *record = context;
    bool is_ours = strcmp(heading->my_name, record->my_name) == 0 &&
                   strcmp(heading->opponent, record->opponent) == 0;
    record->length = is_ours ? heading->length : -1;
    memcpy(record->incomplete, heading->incomplete, sizeof record->incomplete);
    record->has_remark = record->incomplete[0] != '\0';
}

/* Whether the match of this file can have reached that score by now. */
static bool can_go_on(const struct record *record, const struct record_match *match)
{
    const int *score = record->score;
    bool is_over = match->length > 0 && (score[RECORD_ME] >= match->length ||
                                         score[RECORD_OPPONENT] >= match->length);
    return !is_over && score[RECORD_ME] <= match->my_score &&
           score[RECORD_OPPONENT] <= match->opponent_score;
}

static bool restore(struct record *record, const struct record_match *match)
{
    static const struct record_visitor visitor = {.heading = restore_heading,
                                                  .game = restore_game,
                                                  .cell = restore_cell,
                                                  .win = restore_win};
    FILE *file = fopen(record->path, "re");
    if (file == NULL) {
        return false;
    }
    long end = record_read(file, &visitor, record);
    (void)fclose(file);
    if (record->is_open && record->has_left) { /* continue the row */
        end = record->cell_begin + RECORD_RIGHT_AT;
    }
    bool is_ours = end >= 0 && record->length == match->length;
    if (!is_ours || !can_go_on(record, match)) {
        return false;
    }
    record->out.fd = open(record->path, O_WRONLY | O_CLOEXEC);
    if (record->out.fd < 0) {
        return false;
    }
    record->out.end = end;
    record->out.is_ragged = true;
    record_flush(record);
    return true;
}

/* ---- finding --------------------------------------------------------------------- */

enum { TIME_LENGTH = 15 }; /* "20261121-031415" */

/* "20261121-031415-our_bot-opp_a-5pt.mat" or "...-5pt-2.mat"; `tail` is the part
 * after the time, up to the kind; if it ends in "-", any kind fits. */
static bool is_file_of(const char *name, const char *tail)
{
    size_t length = strlen(tail);
    bool has_time = strspn(name, "0123456789-") >= TIME_LENGTH + 1;
    if (!has_time || strncmp(name + TIME_LENGTH, tail, length) != 0) {
        return false;
    }
    const char *rest = name + TIME_LENGTH + length;
    if (length > 0 && tail[length - 1] == '-') { /* of any kind: "5pt", "money" */
        rest += strspn(rest, "0123456789");
        rest += strncmp(rest, "pt", 2) == 0      ? 2
                : strncmp(rest, "money", 5) == 0 ? 5
                                                 : 0;
    }
    rest += *rest == '-' ? 1 + strspn(rest + 1, "0123456789") : 0;
    return strcmp(rest, ".mat") == 0;
}

bool record_start_of(const char *path, time_t *started)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    struct tm tm = {0};
    bool is_time = strspn(name, "0123456789") == 8 && name[8] == '-' &&
                   strspn(name + 9, "0123456789") == 6 && name[TIME_LENGTH] == '-';
    if (!is_time || sscanf(name, "%4d%2d%2d-%2d%2d%2d", &tm.tm_year, &tm.tm_mon,
                           &tm.tm_mday, &tm.tm_hour, &tm.tm_min, &tm.tm_sec) != 6) {
        return false;
    }
    tm.tm_year -= 1900;
    tm.tm_mon -= 1;
    *started = timegm(&tm);
    return *started > 0;
}

/* Times sort as text; of the same second, "-2" is newer than none, "-10" than "-2". */
static bool is_newer(const char *a, const char *b)
{
    int by_time = strncmp(a, b, TIME_LENGTH);
    if (by_time != 0 || b[0] == '\0') {
        return by_time > 0;
    }
    size_t length_a = strlen(a), length_b = strlen(b);
    return length_a != length_b ? length_a > length_b : strcmp(a, b) > 0;
}

/* A search for the newest file. */
struct search {
    const char *tail;
    char folder[RECORD_PATH_SIZE];
    char name[256]; /* "": none yet */
};

typedef void visit_entry(struct search *search, const char *folder, const char *name);

static void visit_folder(const char *folder, visit_entry *visit, struct search *search)
{
    DIR *dir = opendir(folder);
    if (dir == NULL) {
        return;
    }
    const struct dirent *entry;
    while ((entry = readdir(dir)) != NULL) {
        visit(search, folder, entry->d_name);
    }
    (void)closedir(dir);
}

static void visit_file(struct search *search, const char *folder, const char *name)
{
    if (is_file_of(name, search->tail) && is_newer(name, search->name)) {
        (void)snprintf(search->name, sizeof search->name, "%s", name);
        (void)snprintf(search->folder, sizeof search->folder, "%s", folder);
    }
}

/* Searches the folder of a day. */
static void visit_day(struct search *search, const char *folder, const char *name)
{
    char below[RECORD_PATH_SIZE];
    bool is_day = strspn(name, "0123456789-") == 10 && name[10] == '\0';
    if (is_day &&
        snprintf(below, sizeof below, "%s/%s", folder, name) < (int)sizeof below) {
        visit_folder(below, visit_file, search);
    }
}

/* Searches all groupings, since the option may have changed. `kind` as record_kind()
 * writes it; "": any. */
static bool find_file(const char *folder, const char *my_name, const char *opponent,
                      const char *kind, char *path, size_t size)
{
    char tail[2 * RECORD_NAME_MAX + 24];
    struct search search = {.tail = tail};
    char below[RECORD_PATH_SIZE];
    (void)snprintf(tail, sizeof tail, "-%.80s-%.80s-%s", my_name, opponent, kind);
    (void)snprintf(below, sizeof below, "%s/%s", folder, opponent);
    visit_folder(folder, visit_file, &search);
    visit_folder(below, visit_file, &search);
    visit_folder(folder, visit_day, &search);
    int length = snprintf(path, size, "%s/%s", search.folder, search.name);
    return search.name[0] != '\0' && length > 0 && (size_t)length < size;
}

bool record_find_newest(const char *folder, const char *my_name, const char *opponent,
                        char *path, size_t size)
{
    return find_file(folder, my_name, opponent, "", path, size);
}

bool record_find_open(struct record *record, const struct record_match *match)
{
    const struct record fresh = *record;
    char kind[16];
    record_kind(match->length, kind);
    if (find_file(match->folder, record->my_name, record->opponent, kind, record->path,
                  sizeof record->path) &&
        restore(record, match)) {
        return true;
    }
    *record = fresh; /* discard what was read of another match */
    return false;
}

/* ---- filling in ------------------------------------------------------------------ */

/* Returns the next side to play: after an answered double, the doubler. */
static int next_side(const struct record *record)
{
    return record->last_side < 0 ? -1 : 1 - record->last_side;
}

/* Ends a double that was pending when the connection was lost: it was taken since,
 * or withdrawn. */
static void end_open_double(struct record *record, const struct record_state *state)
{
    if (record->offered_cube == 0 || state->is_doubled) {
        return;
    }
    if (state->cube >= record->offered_cube) {
        record_take(record, record_other((enum record_side)record->last_side));
    } else {
        record_undo_cell(record);
    }
}

/* Writes the turns; a double and its take come before the turn of the doubler. */
static void write_turns(struct record *record, const struct record_turn *turns,
                        int count, const struct record_state *state)
{
    enum record_side doubler = state->owner == CUBE_MINE ? RECORD_OPPONENT : RECORD_ME;
    for (int i = 0; i <= count; i++) {
        enum record_side side = i < count ? turns[i].side : state->on_turn;
        if (state->cube == 2 * record->cube && side == doubler) {
            record_double(record, doubler, state->cube);
            record_take(record, record_other(doubler));
        }
        if (i < count) {
            record_play(record, side, turns[i].roll, &turns[i].play);
        }
    }
}

bool record_catch_up(struct record *record, const struct record_state *state)
{
    struct record_turn turns[RECORD_BRIDGE_MAX];
    end_open_double(record, state);
    if (record->offered_cube > 0) { /* it is still pending */
        return position_equal(&record->pos, &state->pos);
    }
    if (record->row == 0) { /* with automatic doubles the cube starts higher */
        record->cube = state->owner == CUBE_CENTRED ? state->cube : record->cube;
    }
    enum record_side on_roll =
        state->is_doubled ? record_other(state->on_turn) : state->on_turn;
    int count =
        record_bridge(&record->pos, next_side(record), &state->pos, on_roll, turns);
    if (count < 0) {
        return false;
    }
    write_turns(record, turns, count, state);
    if (state->is_doubled) {
        record_double(record, on_roll, 2 * state->cube);
    }
    return record->is_told && record->cube == state->cube;
}
