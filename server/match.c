#include "server/fibsd_core.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "server/rating.h"

struct fibsd_match *match_find_saved(struct fibsd *server, const struct fibsd_user *a,
                                     const struct fibsd_user *b)
{
    for (struct fibsd_match *match = server->matches; match != NULL;
         match = match->next) {
        struct fibsd_user *const *player = match->player;
        if (!match->is_active && ((player[0] == a && player[1] == b) ||
                                  (player[0] == b && player[1] == a))) {
            return match;
        }
    }
    return NULL;
}

int match_count_saved(const struct fibsd *server, const struct fibsd_user *user)
{
    int count = 0;
    for (const struct fibsd_match *match = server->matches; match != NULL;
         match = match->next) {
        count += match->player[0] == user || match->player[1] == user;
    }
    return count;
}

void match_remove(struct fibsd_match *match)
{
    struct fibsd_match **link = &match->server->matches;
    while (*link != match) {
        link = &(*link)->next;
    }
    *link = match->next;
    free(match->rows);
    free(match);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

struct fibsd_match *match_new(struct fibsd *server, struct fibsd_user *inviter,
                              struct fibsd_user *joiner, int length)
{
    struct fibsd_match *saved = match_find_saved(server, inviter, joiner);
    if (saved != NULL) {
        match_remove(saved);
    }
    return match_add(server, inviter, joiner, length);
}

struct fibsd_match *match_add(struct fibsd *server, struct fibsd_user *inviter,
                              struct fibsd_user *joiner, int length)
{
    struct fibsd_match *match = calloc(1, sizeof *match);
    if (match == NULL) {
        return NULL;
    }
    match->server = server;
    match->player[0] = inviter;
    match->player[1] = joiner;
    match->length = length;
    match->has_crawford =
        inviter->toggle[FIBSD_TOGGLE_CRAWFORD] || joiner->toggle[FIBSD_TOGGLE_CRAWFORD];
    match->redoubles = length == FIBSD_UNLIMITED
                           ? smaller(inviter->variable[FIBSD_VARIABLE_REDOUBLES],
                                     joiner->variable[FIBSD_VARIABLE_REDOUBLES])
                           : 0;
    match->phase = FIBSD_MATCH_BETWEEN; /* invite.c sets up the board */
    match->resigner = -1;
    match->next = server->matches;
    server->matches = match;
    return match;
}

/* ---- ending ---------------------------------------------------------------------- */

static void tell_rating_block(const struct fibsd_user *user,
                              const struct fibsd_match *match, int winner,
                              const struct rating_result *result)
{
    const struct fibsd_user *players[2] = {match->player[winner],
                                           match->player[1 - winner]};
    if (!user->toggle[FIBSD_TOGGLE_RATINGS]) {
        return;
    }
    text_tell(user, "rating calculation:");
    text_tell(user, "rating difference D=%f", result->difference);
    text_tell(user, "match length      N=%d", match->length);
    text_tell(user, "Experience: %s %d - %s %d", players[0]->name,
              players[0]->experience, players[1]->name, players[1]->experience);
    text_tell(user, "Probability that underdog wins: Pu=1/(10^(D*sqrt(N)/2000)+1)=%f",
              result->underdog_wins);
    text_tell(user, "P=%f is 1-Pu if underdog wins and Pu if favorite wins", result->p);
    for (int i = 0; i < 2; i++) {
        text_tell(user, "K=max(1 , -Experience/100+5) for %s: %f", players[i]->name,
                  result->k[i]);
        text_tell(user, "change for %s: %s4*K*sqrt(N)*P=%f", players[i]->name,
                  i == 0 ? "" : "-", result->change[i]);
    }
}

static void rate_players(const struct fibsd_match *match, int winner)
{
    struct fibsd_user *won = match->player[winner];
    struct fibsd_user *lost = match->player[1 - winner];
    struct rating_result result = rating_after_match(
        (struct rating_player){won->rating, won->experience},
        (struct rating_player){lost->rating, lost->experience}, match->length);
    tell_rating_block(won, match, winner, &result);
    tell_rating_block(lost, match, winner, &result);
    won->rating += result.change[0];
    lost->rating += result.change[1];
    won->experience += match->length;
    lost->experience += match->length;
}

__attribute__((format(printf, 2, 3))) static void
report_result(const struct fibsd_match *match, const char *format, ...)
{
    char line[400];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(line, sizeof line, format, args);
    va_end(args);
    const struct fibsd_config *config = &match->server->config;
    if (config->on_result != NULL) {
        config->on_result(config->result_context, line);
    }
}

static void finish_match(struct fibsd_match *match, int winner)
{
    struct fibsd_user *won = match->player[winner];
    struct fibsd_user *lost = match->player[1 - winner];
    const int points[2] = {match->score[winner], match->score[1 - winner]};
    accounts_reach_phase(won, FIBSD_PHASE_UNSEEN);
    accounts_reach_phase(lost, FIBSD_PHASE_UNSEEN);
    rate_players(match, winner);
    report_result(match, "match %s %s %d %d %d %.6f %d %.6f %d", won->name, lost->name,
                  match->length, points[0], points[1], won->rating, won->experience,
                  lost->rating, lost->experience);
    const char *blank = server_is_clone(won) ? "" : " ";
    bool is_named = match->server->config.faults.names_winner;
    text_tell(won, "%s %s the %d point match %d-%d%s.", is_named ? won->name : "You",
              is_named ? "wins" : "win", match->length, points[0], points[1], blank);
    text_tell(lost, "%s wins the %d point match %d-%d%s.", won->name, match->length,
              points[0], points[1], blank);
    text_tell_watchers(match, "%s wins the %d point match %d-%d .", won->name,
                       match->length, points[0], points[1]);
    char line[300];
    FORMAT_TEXT(line, "%s wins a %d point match against %s  %d-%d .", won->name,
                match->length, lost->name, points[0], points[1]);
    accounts_report(match, line);
    won->match = lost->match = NULL;
    match_remove(match);
    accounts_push_who(won, lost);
    accounts_reach_phase(won, FIBSD_PHASE_OVER);
    accounts_reach_phase(lost, FIBSD_PHASE_OVER);
}

static void score_text(const struct fibsd_match *match, int first, char *text,
                       size_t size)
{
    int second = 1 - first;
    char length[FIBSD_LENGTH_SIZE];
    (void)snprintf(text, size, "score in %s match: %s-%d %s-%d",
                   text_length(match->length, ' ', length), match->player[first]->name,
                   match->score[first], match->player[second]->name,
                   match->score[second]);
}

static void ask_for_next_game(const struct fibsd_match *match)
{
    char text[300];
    for (int seat = 0; seat < 2; seat++) {
        struct fibsd_user *user = match->player[seat];
        score_text(match, seat, text, sizeof text);
        text_tell(user, "%s", text);
        text_tell(user,
                  "Type 'join' if you want to play the next game, type 'leave' if you "
                  "don't.");
        accounts_reach_phase(user, FIBSD_PHASE_BETWEEN);
    }
    score_text(match, 0, text, sizeof text);
    text_tell_watchers(match, "%s", text);
}

int match_told_points(const struct fibsd_match *match, int points)
{
    return match->server->config.faults.says_one_point ? 1 : points;
}

void match_end_game(struct fibsd_match *match, int winner, int points)
{
    match->score[winner] += points;
    report_result(match, "game %s %s %d %d %d %d", match->player[winner]->name,
                  match->player[1 - winner]->name, points, match->length,
                  match->score[winner], match->score[1 - winner]);
    match->phase = FIBSD_MATCH_BETWEEN;
    match->resigner = -1;
    match->turn = winner;
    match->dice[0] = match->dice[1] = 0;
    move_list_add_action(match, FIBSD_ROW_WINS, winner);
    for (int seat = 0; seat < 2; seat++) {
        const struct fibsd_user *user = match->player[seat];
        if (user->toggle[FIBSD_TOGGLE_MOVES]) {
            move_list_send(user, match);
        } else {
            text_end_line(user, false);
        }
    }
    if (match->length != FIBSD_UNLIMITED && match->score[winner] >= match->length) {
        finish_match(match, winner);
    } else {
        ask_for_next_game(match);
    }
}

/* ---- saving ---------------------------------------------------------------------- */

void match_withdraw_offers(struct fibsd_match *match)
{
    match->resigner = -1;
    if (match->phase == FIBSD_MATCH_DOUBLED) {
        match->phase = FIBSD_MATCH_TO_ROLL;
        match->redoubles_used = 0;
    }
}

void match_save(struct fibsd_match *match)
{
    if (!match->server->config.faults.keeps_offers) {
        match_withdraw_offers(match);
    }
    match->is_active = false;
    match->has_joined[0] = match->has_joined[1] = false;
    match->player[0]->match = NULL;
    match->player[1]->match = NULL;
}
