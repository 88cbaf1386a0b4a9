#include "server/fibsd_core.h"

#include <string.h>

enum { CUBE_MAX = 1 << 20 };

/* While a double is open, match->cube shows the value before it. match->asked has to
 * answer; match->turn doubled first, and the dice will be rolled for him. An instant
 * redouble takes the double before it, so the cube goes up and the roles swap. The side
 * that was doubled first keeps the cube, as with a beaver. */

static bool may_redouble(const struct fibsd_match *match)
{
    return match->redoubles_used < match->redoubles;
}

static bool is_asked(const struct fibsd_user *user)
{
    const struct fibsd_match *match = user->match;
    return match->phase == FIBSD_MATCH_DOUBLED && match->player[match->asked] == user;
}

/* Ends an open line of both players with the answers that `other` may give. */
static void tell_choices(const struct fibsd_match *match, const struct fibsd_user *user,
                         const struct fibsd_user *other)
{
    bool more = may_redouble(match);
    text_tell(user, "Please wait for %s to accept%s reject%s.", other->name,
              more ? "," : " or", more ? " or redouble" : "");
    text_tell(other, "Type 'accept'%s 'reject'%s.", more ? "," : " or",
              more ? " or 'redouble'" : "");
}

/* ---- double ---------------------------------------------------------------------- */

/* Returns why a player on turn may not double, or NULL. */
static const char *double_fault(const struct fibsd_user *user)
{
    const struct fibsd_match *match = user->match;
    if (match->cube_owner != -1 && match->player[match->cube_owner] != user) {
        return "** It's not your turn to double";
    }
    if (match->phase == FIBSD_MATCH_TO_MOVE) {
        return "** You can only double before you roll the dice.";
    }
    if (match->is_crawford) {
        return "** The Crawford rule doesn't allow you to double.";
    }
    if (match->cube >= CUBE_MAX) {
        return "** It's not your turn to double";
    }
    return NULL;
}

static void offer_double(struct fibsd_user *user)
{
    struct fibsd_match *match = user->match;
    struct fibsd_user *other = opponent_of(user);
    match->phase = FIBSD_MATCH_DOUBLED;
    match->asked = 1 - seat_of(match, user);
    match->redoubles_used = 0;
    move_list_add_action(match, FIBSD_ROW_DOUBLES, match->turn);
    text_tell_open(user, "You double. ");
    text_tell_open(other, "%s doubles. ", user->name);
    tell_choices(match, user, other);
    text_tell_watchers(match, "%s doubles.", user->name);
    accounts_reach_phase(user, FIBSD_PHASE_DOUBLING);
    accounts_reach_phase(other, FIBSD_PHASE_DOUBLED);
}

void cmd_double(struct fibsd_user *user)
{
    const struct fibsd_match *match = user->match;
    const struct fibsd_user *other = opponent_of(user);
    if (match->phase == FIBSD_MATCH_DOUBLED && !is_asked(user)) {
        text_tell(user, "** %s hasn't responded to your double yet.", other->name);
    } else if (match->phase == FIBSD_MATCH_DOUBLED ||
               match->phase == FIBSD_MATCH_BETWEEN) {
        text_tell(user, "** It's not your turn to double");
    } else if (match->player[match->turn] != user) {
        text_tell(user, "** Please wait until %s has moved.", other->name);
    } else if (double_fault(user) != NULL) {
        text_tell(user, "%s", double_fault(user));
    } else {
        offer_double(user);
    }
}

/* ---- the answers to a double ----------------------------------------------------- */

static void take_double(struct fibsd_user *user)
{
    struct fibsd_match *match = user->match;
    const struct fibsd_user *other = opponent_of(user);
    const char *what = match->redoubles_used > 0 ? "redouble" : "double";
    const char *dot = server_is_clone(user) ? "." : ". ";
    move_list_add_action(match, FIBSD_ROW_ACCEPTS, match->asked);
    match->cube *= 2;
    match->cube_owner = 1 - match->turn;
    match->phase = FIBSD_MATCH_TO_ROLL;
    text_tell(user, "You accept the %s. The cube shows %d.", what, match->cube);
    text_tell_open(other, "%s accepts the %s%sThe cube shows %d.", user->name, what,
                   dot, match->cube);
    text_end_line(other, true);
    text_tell_watchers(match, "%s accepts the %s.", user->name, what);
    turn_roll_dice(match);
}

static void pass_double(struct fibsd_user *user)
{
    struct fibsd_match *match = user->match;
    const struct fibsd_user *other = opponent_of(user);
    int points = match->cube, told = match_told_points(match, points);
    move_list_add_action(match, FIBSD_ROW_REJECTS, match->asked);
    text_tell_open(user, "You give up. %s wins %d point%s.", other->name, told,
                   plural(told));
    text_tell_open(other, "%s gives up. You win %d point%s.", user->name, told,
                   plural(told));
    text_tell_watchers(match, "%s gives up. %s wins %d point%s.", user->name,
                       other->name, told, plural(told));
    match_end_game(match, 1 - match->asked, points);
}

/* ---- instant redoubles ----------------------------------------------------------- */

static void redouble(struct fibsd_user *user)
{
    struct fibsd_match *match = user->match;
    const struct fibsd_user *other = opponent_of(user);
    match->cube *= 2;
    match->cube_owner = 1 - match->turn;
    match->redoubles_used++;
    move_list_add_action(match, FIBSD_ROW_DOUBLES, match->asked);
    match->asked = 1 - match->asked;
    text_tell(user, "You accept the double to %d and redouble.", match->cube);
    text_tell_open(other, "%s redoubles to %d. ", user->name, 2 * match->cube);
    tell_choices(match, user, other);
    text_tell_watchers(match, "%s redoubles.", user->name);
}

/* Returns whether a redouble is not allowed, after an error line. */
static bool refuses_redouble(const struct fibsd_user *user)
{
    const struct fibsd_match *match = user->match;
    if (match->length != FIBSD_UNLIMITED) {
        text_tell(user,
                  "** Instant redoubles are only available for unlimited matches.");
        return true;
    }
    if (!is_asked(user) || !may_redouble(match) || match->cube >= CUBE_MAX) {
        text_tell(user, "** You are not allowed to redouble.");
        return true;
    }
    return false;
}

void cmd_redouble(struct fibsd_user *user)
{
    if (!refuses_redouble(user)) {
        redouble(user);
    }
}

/* The first redouble is a beaver, the second a raccoon, the third an otter. */
static void redouble_as(struct fibsd_user *user, int animal)
{
    static const char *const names[] = {"beaver", "raccoon", "otter"};
    if (refuses_redouble(user)) {
        return;
    }
    int due = user->match->redoubles_used;
    const char *article = animal == 2 ? "an" : "a";
    if (due == animal) {
        redouble(user);
    } else if (due < 3) {
        text_tell(user,
                  "** This redouble is not %s %s. Please type '%s' or 'redouble'.",
                  article, names[animal], names[due]);
    } else {
        text_tell(user, "** This redouble is not %s %s. Please type 'redouble'",
                  article, names[animal]);
    }
}

void cmd_beaver(struct fibsd_user *user)
{
    redouble_as(user, 0);
}

void cmd_raccoon(struct fibsd_user *user)
{
    redouble_as(user, 1);
}

void cmd_otter(struct fibsd_user *user)
{
    redouble_as(user, 2);
}

/* ---- resignation ----------------------------------------------------------------- */

static int resign_size(const char *word)
{
    static const char *const words[] = {"normal", "gammon", "backgammon"};
    size_t length = word == NULL ? 0 : strlen(word);
    for (int i = 0; i < 3 && length > 0; i++) {
        if (strncmp(words[i], word, length) == 0) {
            return i + 1;
        }
    }
    return 0;
}

void cmd_resign(struct fibsd_user *user, char *arguments)
{
    struct fibsd_match *match = user->match;
    struct fibsd_user *other = opponent_of(user);
    int size = resign_size(words_next(&arguments));
    if (match->resigner == seat_of(match, user)) {
        text_tell(user, "** You already did that.");
    } else if (size == 0) {
        text_tell(user, "** Type 'n' (normal), 'g' (gammon) or 'b' (backgammon) after "
                        "resign.");
    } else if (match->phase == FIBSD_MATCH_BETWEEN) {
        text_tell(user, "** You're not playing.");
    } else if (match->phase == FIBSD_MATCH_DOUBLED && is_asked(user)) {
        text_tell(user, "** It's not your turn.");
    } else if (match->phase == FIBSD_MATCH_DOUBLED) {
        text_tell(user, "** %s hasn't responded to your double yet.", other->name);
    } else {
        int points = size * match->cube;
        match->resigner = seat_of(match, user);
        match->resign_points = points;
        move_list_add_action(match, FIBSD_ROW_RESIGNS, match->resigner);
        text_tell(user, "You want to resign. %s will win %d point%s.", other->name,
                  points, plural(points));
        text_tell(other,
                  "%s wants to resign. You will win %d point%s. Type 'accept' or "
                  "'reject'.",
                  user->name, points, plural(points));
        text_tell_watchers(match, "%s wants to resign. %s will win %d point%s.",
                           user->name, other->name, points, plural(points));
        accounts_reach_phase(other, FIBSD_PHASE_RESIGNED);
    }
}

static bool is_offered_resignation(const struct fibsd_user *user)
{
    const struct fibsd_match *match = user->match;
    return match->resigner != -1 && match->player[match->resigner] != user;
}

static void accept_resignation(struct fibsd_user *user)
{
    struct fibsd_match *match = user->match;
    const struct fibsd_user *other = opponent_of(user);
    int points = match->resign_points;
    int told = match_told_points(match, points);
    move_list_add_action(match, FIBSD_ROW_ACCEPTS, 1 - match->resigner);
    text_tell_open(user, "You accept and win %d point%s.", told, plural(told));
    text_tell_open(other, "%s accepts and wins %d point%s.", user->name, told,
                   plural(told));
    text_tell_watchers(match, "%s accepts and wins %d point%s.", user->name, told,
                       plural(told));
    match_end_game(match, 1 - match->resigner, points);
}

static void reject_resignation(const struct fibsd_user *user)
{
    struct fibsd_match *match = user->match;
    move_list_add_action(match, FIBSD_ROW_REJECTS, 1 - match->resigner);
    match->resigner = -1;
    text_tell(user, "You reject. The game continues.");
    text_tell(opponent_of(user), "%s rejects. The game continues.", user->name);
    text_tell_watchers(match, "%s rejects. The game continues.", user->name);
}

void cmd_accept(struct fibsd_user *user)
{
    if (is_offered_resignation(user)) {
        accept_resignation(user);
    } else if (is_asked(user)) {
        take_double(user);
    } else {
        text_tell(user, "** %s didn't double or resign.", opponent_of(user)->name);
    }
}

void cmd_reject(struct fibsd_user *user)
{
    if (user->match == NULL) {
        text_tell(user, "** You're not playing, so you can't give up.");
    } else if (is_offered_resignation(user)) {
        reject_resignation(user);
    } else if (is_asked(user)) {
        pass_double(user);
    } else {
        text_tell(user, "** %s didn't double or resign.", opponent_of(user)->name);
    }
}
