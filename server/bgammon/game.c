#include "server/bgammon/bgammond_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { NOBODY = -1 };

/* ---- who may do what ------------------------------------------------------------- */

static bool may_double(const struct bgammond_match *match, int seat)
{
    return match->turn == seat && match->roll[0] == 0 && !match->is_offered &&
           match->winner < 0 && match->length > 1 && match->crawford != 1 &&
           match->cube < BGAMMOND_CUBE_MOST && match->cube_owner != 1 - seat;
}

static bool are_both_there(const struct bgammond_match *match)
{
    return match->seats[0].client != NULL && match->seats[1].client != NULL;
}

/* Tells why a command is refused, and counts it. `type` NULL: by a notice. */
static bool refuse_order(struct bgammond_client *client, const char *type, bool is_good)
{
    struct bgammond_counts *counts = &client->server->counts;
    bool is_legal = is_good && client->match->winner < 0;
    if (is_legal && are_both_there(client->match)) {
        return false;
    }
    counts->absent += is_legal ? 1 : 0;
    counts->illegal += is_legal ? 0 : 1;
    const char *reason = is_legal ? "The opponent is not there." : "Not now.";
    if (type == NULL) {
        bgammond_view_notice(client, "%s", reason);
    } else {
        bgammond_view_failure(client, type, reason);
    }
    return true;
}

/* ---- turns ----------------------------------------------------------------------- */

/* Who has to act may be cut off at it. The dice are there or not, a double is or is not. */
static void reach_turn(struct bgammond_match *match)
{
    match->waiting_since_ms = match->server->now_ms;
    if (match->turn < 0 || match->winner >= 0) {
        return;
    }
    if (match->is_offered) {
        bgammond_reach_phase(match->seats[1 - match->turn].client, FIBSD_PHASE_DOUBLED);
        bgammond_reach_phase(match->seats[match->turn].client, FIBSD_PHASE_DOUBLING);
    } else {
        bgammond_reach_phase(match->seats[match->turn].client,
                             match->roll[0] == 0       ? FIBSD_PHASE_PROMPT
                             : match->moved_count == 0 ? FIBSD_PHASE_ROLLED
                                                       : FIBSD_PHASE_MOVED);
    }
}

static bool is_played_by_server(const struct bgammond_match *match)
{
    const struct bgammond_client *client = match->seats[match->turn].client;
    return client != NULL && client->has_autoplay && match->moved_count == 0 &&
           bgammond_hops_are_forced(match);
}

static void roll_dice(struct bgammond_match *match)
{
    match->is_opening = false;
    match->roll[0] = bgammond_die(match->server);
    match->roll[1] = bgammond_die(match->server);
    bgammond_view_rolled(match, match->turn);
}

static void pass_turn(struct bgammond_match *match)
{
    match->turn = 1 - match->turn;
    match->roll[0] = match->roll[1] = match->moved_count = 0;
    match->is_opening = false;
}

static void finish_game(struct bgammond_match *match, int winner, int points,
                        const char *resigned);

/* Returns whether the game is over. */
static bool end_if_off(struct bgammond_match *match)
{
    int result = reference_result(&match->board);
    if (result != 0) {
        finish_game(match, result > 0 ? 0 : 1, abs(result) * match->cube, "");
    }
    return result != 0;
}

/* Plays what has no choice; returns whether the game is over. No board shows it: the next one
 * is of the next turn, or of the end. */
static bool play_forced(struct bgammond_match *match)
{
    struct bgammond_hops hops;
    bgammond_view_boards(match, true);
    for (bgammond_hops_available(match, &hops); hops.count > 0;
         bgammond_hops_available(match, &hops)) {
        (void)bgammond_hops_play(match, hops.hop[0].from, hops.hop[0].to);
        bgammond_view_moved(match, match->turn, &hops.hop[0], 1);
    }
    return end_if_off(match);
}

/* From a turn, rolled or not, to the next thing that a player has to do. */
static void go_on(struct bgammond_match *match)
{
    for (;;) {
        bool is_rolled_for = match->roll[0] == 0 && !may_double(match, match->turn) &&
                             !match->server->config.faults.rolls_by_hand;
        if (is_rolled_for) {
            roll_dice(match);
        }
        if (match->roll[0] == 0 || !is_played_by_server(match)) {
            break;
        }
        if (play_forced(match)) {
            return;
        }
        pass_turn(match);
    }
    bgammond_view_boards(match, false);
    reach_turn(match);
}

/* ---- games ----------------------------------------------------------------------- */

void bgammond_game_start(struct bgammond_match *match)
{
    const struct bgammond_config *config = &match->server->config;
    if (config->has_start) {
        bgammond_view_read(config->start, &match->board);
    } else {
        reference_start(&match->board);
    }
    match->turn = match->cube_owner = NOBODY;
    match->roll[0] = match->roll[1] = match->moved_count = 0;
    match->seats[0].die = match->seats[1].die = 0;
    match->is_opening = match->is_offered = match->was_equal = false;
    match->cube = 1;
    match->waiting_since_ms = match->server->now_ms;
}

static void tell_game(const struct bgammond_match *match, int winner, int points)
{
    const struct bgammond_config *config = &match->server->config;
    const struct bgammond_seat *seats = match->seats;
    char line[200];
    FORMAT_TEXT(line, "game %s %s %d %d %d %d", seats[winner].name,
                seats[1 - winner].name, points, match->length, seats[winner].points,
                seats[1 - winner].points);
    config->on_result(config->result_context, line);
    if (match->winner >= 0) {
        FORMAT_TEXT(line, "match %s %s %d %d %d 1500.00 0 1500.00 0",
                    seats[winner].name, seats[1 - winner].name, match->length,
                    seats[winner].points, seats[1 - winner].points);
        config->on_result(config->result_context, line);
    }
}

static void step_crawford(struct bgammond_match *match)
{
    bool is_near = match->seats[0].points == match->length - 1 ||
                   match->seats[1].points == match->length - 1;
    match->crawford = match->crawford > 0 ? 2 : match->length > 1 && is_near ? 1 : 0;
}

static void end_match(struct bgammond_match *match, int winner)
{
    match->winner = winner;
    match->ended_s = match->server->config.epoch_s + match->server->now_ms / 1000;
    match->ended_ms = match->server->now_ms;
    match->server->counts.matches++;
}

static void finish_game(struct bgammond_match *match, int winner, int points,
                        const char *resigned)
{
    match->seats[winner].points += points;
    match->server->counts.games++;
    bool is_over = match->seats[winner].points >= match->length;
    if (is_over) {
        end_match(match, winner);
    }
    if (match->server->config.on_result != NULL) {
        tell_game(match, winner, points);
    }
    bgammond_view_win(match, winner, match->length == 1 ? 0 : points, resigned);
    if (!is_over) {
        step_crawford(match);
        bgammond_game_start(match);
    }
    bgammond_view_boards(match, false);
    for (int i = 0; i < 2; i++) {
        bgammond_reach_phase(match->seats[i].client,
                             is_over ? FIBSD_PHASE_OVER : FIBSD_PHASE_BETWEEN);
    }
}

void bgammond_game_lose(struct bgammond_match *match, int loser)
{
    finish_game(match, 1 - loser, bgammond_hops_price(match, loser),
                match->seats[loser].name);
}

/* ---- commands -------------------------------------------------------------------- */

/* Both have rolled: equal dice are rolled again by the server, of both. */
static void open_game(struct bgammond_match *match)
{
    struct bgammond_seat *seats = match->seats;
    while (seats[0].die == seats[1].die) {
        for (int i = 0; i < 2; i++) {
            seats[i].die = bgammond_die(match->server);
        }
        bgammond_view_rolled(match, 0);
        bgammond_view_rolled(match, 1);
    }
    match->roll[0] = seats[0].die;
    match->roll[1] = seats[1].die;
    match->turn = match->roll[0] > match->roll[1] ? 0 : 1;
    match->is_opening = true;
    go_on(match);
}

static void roll_for_opening(struct bgammond_match *match, int seat)
{
    const struct bgammond_faults *faults = &match->server->config.faults;
    struct bgammond_seat *seats = match->seats;
    bool makes_equal =
        faults->has_equal_openings && !match->was_equal && seats[1 - seat].die != 0;
    match->was_equal = match->was_equal || makes_equal;
    seats[seat].die = makes_equal ? seats[1 - seat].die : bgammond_die(match->server);
    bgammond_view_rolled(match, seat);
    match->waiting_since_ms = match->server->now_ms;
    if (seats[1 - seat].die != 0) {
        open_game(match);
    } else {
        bgammond_reach_phase(seats[seat].client, FIBSD_PHASE_OPENING);
    }
}

void bgammond_game_roll(struct bgammond_client *client, char *words)
{
    struct bgammond_match *match = client->match;
    (void)words;
    bool is_opening = match->turn < 0 && match->seats[client->seat].die == 0;
    bool is_turn =
        match->turn == client->seat && match->roll[0] == 0 && !match->is_offered;
    if (refuse_order(client, "failedroll", is_opening || is_turn)) {
        return;
    }
    if (is_opening) {
        roll_for_opening(match, client->seat);
    } else {
        roll_dice(match);
        go_on(match);
    }
}

void bgammond_game_double(struct bgammond_client *client, char *words)
{
    struct bgammond_match *match = client->match;
    (void)words;
    if (refuse_order(client, NULL, may_double(match, client->seat))) {
        return;
    }
    match->is_offered = true;
    for (int i = 0; i < 2; i++) {
        bgammond_view_notice(match->seats[i].client, "%s offers a double.",
                             client->name);
    }
    bgammond_view_boards(match, false);
    reach_turn(match);
}

static bool has_dice(const struct bgammond_client *client)
{
    const struct bgammond_match *match = client->match;
    return match->turn == client->seat && match->roll[0] != 0;
}

/* Reads a point: a number, bar or b, off, o, home or h; -1: none. */
static int read_view_point(const char *word)
{
    static const struct {
        const char *word;
        int point;
    } names[] = {{"bar", 26}, {"b", 26}, {"off", 0}, {"o", 0}, {"home", 0}, {"h", 0}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(word, names[i].word) == 0) {
            return names[i].point;
        }
    }
    bool is_number = word[0] != '\0' && strlen(word) <= 2 &&
                     word[strspn(word, "0123456789")] == '\0';
    return is_number ? atoi(word) : -1;
}

/* Moves one "FROM/TO"; false with the points of a refusal. */
static bool move_word(struct bgammond_match *match, int seat, char *word, int points[2])
{
    const char *to = strchr(word, '/');
    if (to == NULL) {
        return false;
    }
    word[to - word] = '\0';
    points[0] = read_view_point(word);
    points[1] = read_view_point(to + 1);
    int from_slot = bgammond_view_slot(seat, points[0], true);
    int to_slot = bgammond_view_slot(seat, points[1], false);
    return from_slot >= 0 && to_slot >= 0 &&
           bgammond_hops_play(match, from_slot, to_slot);
}

static bool move_words(struct bgammond_match *match, int seat, char *words,
                       int points[2])
{
    int count = 0;
    for (char *word = strsep(&words, " "); word != NULL; word = strsep(&words, " ")) {
        if (word[0] != '\0' && (!move_word(match, seat, word, points) || ++count > 8)) {
            return false;
        }
    }
    return count > 0;
}

void bgammond_game_move(struct bgammond_client *client, char *words)
{
    struct bgammond_match *match = client->match;
    int points[2] = {0, 0};
    if (refuse_order(client, "failedmove", has_dice(client))) {
        return;
    }
    struct bgammond_match before = *match;
    bool is_refused = splitmix_chance(&match->server->random,
                                      match->server->config.faults.refuse_move);
    bool is_legal = move_words(match, client->seat, words, points);
    if (is_refused || !is_legal) {
        *match = before;
        match->server->counts.illegal += is_legal ? 0 : 1;
        bgammond_view_failed_move(client, points[0], points[1]);
        return;
    }
    int first = before.moved_count < match->moved_count ? before.moved_count : 0;
    bgammond_view_moved(match, client->seat, &match->moved[first],
                        match->moved_count - first);
    bgammond_view_boards(match, false);
    if (!end_if_off(match)) {
        reach_turn(match);
    }
}

void bgammond_game_reset(struct bgammond_client *client, char *words)
{
    struct bgammond_match *match = client->match;
    (void)words;
    if (!refuse_order(client, NULL, has_dice(client) && match->moved_count > 0)) {
        match->board = match->before[0];
        match->moved_count = 0;
        bgammond_view_boards(match, false);
    }
}

void bgammond_game_ok(struct bgammond_client *client, char *words)
{
    struct bgammond_match *match = client->match;
    struct bgammond_hops hops = {.count = 0};
    (void)words;
    bool is_take = match->is_offered && match->turn == 1 - client->seat;
    if (has_dice(client)) {
        bgammond_hops_available(match, &hops);
    }
    if (refuse_order(client, "failedok",
                     is_take || (has_dice(client) && hops.count == 0))) {
        return;
    }
    if (is_take) {
        match->cube *= 2;
        match->cube_owner = client->seat;
        match->is_offered = false;
        bgammond_view_boards(match, false);
        reach_turn(match);
    } else {
        pass_turn(match);
        go_on(match);
    }
}

void bgammond_game_resign(struct bgammond_client *client, char *words)
{
    const struct bgammond_match *match = client->match;
    (void)words;
    int who_may = match->is_offered && match->turn >= 0 ? 1 - match->turn : match->turn;
    if (!refuse_order(client, NULL, who_may == client->seat)) {
        bgammond_game_lose(client->match, client->seat);
    }
}
