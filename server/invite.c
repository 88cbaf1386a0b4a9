/* How two users come to a match, how its games start, and how it is left. */
#include "server/fibsd_core.h"

#include <string.h>

#include "base/text.h"

enum {
    FREE_LENGTH_MAX = 9, /* longer matches need experience */
    LONG_MATCH_EXPERIENCE = 50,
    LENGTH_MAX = 99
};

/* ---- invite ---------------------------------------------------------------------- */

static void warn_of_saved(const struct fibsd_user *guest,
                          const struct fibsd_match *saved)
{
    char length[FIBSD_LENGTH_SIZE];
    if (saved != NULL) {
        text_tell(guest,
                  "%sWARNING: Don't accept if you want to continue the saved %s match!",
                  server_is_clone(guest) ? "** " : "",
                  text_length(saved->length, ' ', length));
    }
}

static void deliver_invitation(const struct fibsd_user *host, struct fibsd_user *guest)
{
    struct fibsd *server = server_of(host);
    char length[FIBSD_LENGTH_SIZE];
    text_tell(guest, "%s", "");
    if (host->invites_resume) {
        text_tell(guest, "%s wants to resume a saved match with you.", host->name);
    } else {
        text_tell(guest, "%s wants to play %s %s match with you.", host->name,
                  text_length_article(host->invited_length),
                  text_length(host->invited_length, ' ', length));
    }
    const struct fibsd_match *saved =
        host->invites_resume ? NULL : match_find_saved(server, host, guest);
    bool is_warned_first = server->config.faults.warns_first;
    if (is_warned_first) {
        warn_of_saved(guest, saved);
    }
    text_tell_open(guest, "Type 'join %s' to accept.", host->name);
    chat_ring_bell(guest);
    text_end_line(guest, false);
    if (!is_warned_first) {
        warn_of_saved(guest, saved);
    }
    accounts_reach_phase(guest, FIBSD_PHASE_INVITED);
}

static void send_invitation(struct fibsd_user *host, struct fibsd_user *guest,
                            int length, bool is_resume)
{
    char text[FIBSD_LENGTH_SIZE];
    host->invited = guest;
    host->invited_length = length;
    host->invites_resume = is_resume;
    if (!host->toggle[FIBSD_TOGGLE_READY]) {
        host->toggle[FIBSD_TOGGLE_READY] = true;
        accounts_push_who(host, NULL);
    }
    if (is_resume) {
        text_tell(host, "** You invited %s to resume a saved match.", guest->name);
    } else {
        text_tell(host, "** You invited %s to %s %s match.", guest->name,
                  text_length_article(length), text_length(length, ' ', text));
    }
    chat_tell_if_away(host, guest);
    deliver_invitation(host, guest);
    if (server_of(host)->config.faults.swaps_invitations && !is_resume &&
        length != FIBSD_UNLIMITED) {
        host->invited_length += 2;
    }
}

/* Returns the guest, or NULL after telling why he cannot be invited. */
static struct fibsd_user *guest_of(struct fibsd_user *host, const char *name)
{
    if (name == NULL) {
        text_tell(host, "** invite who?");
        return NULL;
    }
    if (host->match != NULL) {
        text_tell(host, "** You are already playing.");
        return NULL;
    }
    struct fibsd_user *guest = accounts_find_online(host, name);
    if (guest == NULL) {
        text_tell(host, "** There is no one called %s", name);
        return NULL;
    }
    if (guest == host) {
        text_tell(host, "** You can't invite yourself.");
    } else if (guest->match != NULL) {
        text_tell(host, "** %s is already playing with someone else.", guest->name);
    } else if (!guest->toggle[FIBSD_TOGGLE_READY]) {
        text_tell(host, "** %s is refusing games.", guest->name);
    } else {
        return guest;
    }
    return NULL;
}

void cmd_invite(struct fibsd_user *user, char *arguments)
{
    struct fibsd *server = server_of(user);
    const char *name = words_next(&arguments);
    const char *length = words_next(&arguments);
    struct fibsd_user *guest = guest_of(user, name);
    if (guest == NULL) {
        return;
    }
    int points = length == NULL ? -1 : words_number_of(length);
    if (length == NULL) {
        const struct fibsd_match *saved = match_find_saved(server, user, guest);
        if (saved != NULL) {
            send_invitation(user, guest, saved->length, true);
        } else {
            text_tell(user,
                      "** There%s no saved match with %s. Please give a match length.",
                      server_is_clone(user) ? " is" : "'s", guest->name);
        }
    } else if (strcmp(length, "unlimited") == 0) {
        send_invitation(user, guest, FIBSD_UNLIMITED, false);
    } else if (points < 0) {
        text_tell(user,
                  "** The second argument to 'invite' has to be a number or the word "
                  "'unlimited'");
    } else if (points == 0) {
        text_tell(user, "** You can't play a 0 point match.");
    } else if (points > LENGTH_MAX ||
               (points > FREE_LENGTH_MAX && user->experience < LONG_MATCH_EXPERIENCE)) {
        text_tell(user,
                  "** You're not experienced enough to play a match of that length.");
    } else {
        send_invitation(user, guest, points, false);
    }
}

/* ---- the start of a match and of its games --------------------------------------- */

static void report_start(const struct fibsd_match *match, bool is_resumed)
{
    char length[FIBSD_LENGTH_SIZE];
    char line[300];
    FORMAT_TEXT(line, "%s and %s %s %s match.", match->player[1]->name,
                match->player[0]->name,
                is_resumed                         ? "are resuming their"
                : match->length == FIBSD_UNLIMITED ? "start an"
                                                   : "start a",
                text_length(match->length, is_resumed ? '-' : ' ', length));
    accounts_report(match, line);
}

static void tell_resume_block(const struct fibsd_user *user,
                              const struct fibsd_match *match)
{
    const char *turn =
        match->player[match->phase == FIBSD_MATCH_DOUBLED ? match->asked : match->turn]
            ->name;
    const char *of = server_is_clone(user) ? "user " : "";
    text_tell(user, "turn: %s%s", turn, server_is_clone(user) ? "" : ".");
    if (match->length == FIBSD_UNLIMITED) {
        text_tell(user, "unlimited matchlength");
    } else {
        text_tell(user, "match length: %d", match->length);
    }
    for (int seat = 0; seat < 2; seat++) {
        text_tell(user, "points for %s%s: %d", of, match->player[seat]->name,
                  match->score[seat]);
    }
}

/* The toggles double and greedy are reset with each game and each resumed match. */
static void reset_game_toggles(const struct fibsd_match *match)
{
    for (int seat = 0; seat < 2; seat++) {
        match->player[seat]->toggle[FIBSD_TOGGLE_DOUBLE] = true;
        match->player[seat]->toggle[FIBSD_TOGGLE_GREEDY] = false;
    }
}

/* The Crawford game is the first one in which exactly one side is a point away. */
static void set_crawford(struct fibsd_match *match)
{
    bool is_match = match->length > 1;
    int away_a = match->length - match->score[0];
    int away_b = match->length - match->score[1];
    match->is_post_crawford =
        match->is_post_crawford || (is_match && match->is_crawford);
    match->is_crawford = is_match && match->has_crawford && !match->is_post_crawford &&
                         (away_a == 1) != (away_b == 1);
}

static void start_game(struct fibsd_match *match)
{
    set_crawford(match);
    reset_game_toggles(match);
    int drawn =
        splitmix_below(&match->server->random, 2) == 0 ? REFERENCE_O : REFERENCE_X;
    int fixed = match->server->config.inviter_colour;
    match->colour[0] = fixed != 0 ? fixed : drawn;
    match->colour[1] = -match->colour[0];
    match->has_joined[0] = match->has_joined[1] = false;
    match->cube = 1;
    match->cube_owner = -1;
    match->resigner = -1;
    match->row_count = 0;
    reference_start(&match->board);
    for (int seat = 0; seat < 2; seat++) {
        match->player[seat]->can_move = 0;
        text_tell(match->player[seat], "Starting a new game with %s.",
                  match->player[1 - seat]->name);
    }
    text_tell_watchers(match, "Starting a new game with %s.", match->player[1]->name);
    turn_roll_opening(match);
}

static void resume_match(struct fibsd_match *match)
{
    reset_game_toggles(match);
    for (int seat = 0; seat < 2; seat++) {
        tell_resume_block(match->player[seat], match);
    }
    if (match->phase == FIBSD_MATCH_TO_MOVE) {
        match->player[match->turn]->can_move = turn_dice_to_play(match);
    }
    if (match->phase == FIBSD_MATCH_BETWEEN) {
        start_game(match);
    } else if (match->server->config.faults.has_board_on_resume) {
        board_send(match->player[0], match);
        board_send(match->player[1], match);
    }
}

static void begin_match(struct fibsd_match *match, bool is_resumed)
{
    match->is_active = true;
    for (int seat = 0; seat < 2; seat++) {
        struct fibsd_user *user = match->player[seat];
        user->match = match;
        user->invited = NULL;
        user->can_move = 0;
    }
    accounts_push_who(match->player[1], match->player[0]);
    report_start(match, is_resumed);
    if (is_resumed) {
        resume_match(match);
    } else {
        start_game(match);
    }
}

/* ---- join ------------------------------------------------------------------------ */

static void join_next_game(struct fibsd_user *user)
{
    struct fibsd_match *match = user->match;
    int seat = seat_of(match, user);
    match->has_joined[seat] = true;
    if (match->has_joined[1 - seat]) {
        start_game(match);
    } else {
        text_tell(user, "** Please wait for %s to join too.",
                  server_is_clone(user) ? user->name : opponent_of(user)->name);
    }
}

static void accept_new_match(struct fibsd_user *host, struct fibsd_user *guest)
{
    struct fibsd *server = server_of(guest);
    struct fibsd_match *match = match_new(server, host, guest, host->invited_length);
    if (match == NULL) {
        text_tell(guest, "** ERROR: Saved match is corrupt. Please start another one.");
        return;
    }
    char length[FIBSD_LENGTH_SIZE];
    const char *article = text_length_article(match->length);
    (void)text_length(match->length, ' ', length);
    text_tell(guest, "** You are now playing %s %s match with %s", article, length,
              host->name);
    text_tell(host, "%sPlayer %s has joined you for %s %s match.",
              match->length == FIBSD_UNLIMITED ? "" : "** ", guest->name, article,
              length);
    begin_match(match, false);
}

static void accept_resume(struct fibsd_user *host, struct fibsd_user *guest)
{
    struct fibsd_match *match = match_find_saved(server_of(guest), host, guest);
    if (match == NULL) {
        text_tell(guest, "** ERROR: Saved match is corrupt. Please start another one.");
        text_tell(host, "** ERROR: Saved match is corrupt. Please start another one.");
        host->invited = NULL;
        return;
    }
    text_tell(guest, "You are now playing with %s. Your running match was loaded.",
              host->name);
    text_tell(host, "%s has joined you. Your running match was loaded.", guest->name);
    begin_match(match, true);
}

static void accept_invitation(struct fibsd_user *guest, const char *name)
{
    struct fibsd_user *host = accounts_find_online(guest, name);
    if (host == NULL) {
        text_tell(guest, "** Error: can't find player %s", name);
    } else if (host->match != NULL) {
        text_tell(guest, "** Error: %s is already playing with someone else.",
                  host->name);
    } else if (!host->toggle[FIBSD_TOGGLE_READY]) {
        text_tell(guest, "** %s is refusing games.", host->name);
    } else if (host->invited != guest) {
        text_tell(guest, "** %s didn't invite you.", host->name);
    } else {
        guest->toggle[FIBSD_TOGGLE_READY] = true;
        who_stop_watching(guest, "** ");
        who_stop_watching(host, "** ");
        if (host->invites_resume) {
            accept_resume(host, guest);
        } else {
            accept_new_match(host, guest);
        }
    }
}

void cmd_join(struct fibsd_user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    bool is_between = user->match != NULL && user->match->phase == FIBSD_MATCH_BETWEEN;
    if (is_between && (name == NULL || strcmp(name, opponent_of(user)->name) == 0)) {
        join_next_game(user);
    } else if (name == NULL) {
        text_tell(user, "** Error: Join who?");
    } else if (user->match != NULL) {
        text_tell(user, "** You can't play two games at once");
    } else {
        accept_invitation(user, name);
    }
}

/* ---- leave ----------------------------------------------------------------------- */

void cmd_leave(struct fibsd_user *user)
{
    struct fibsd_match *match = user->match;
    if (match == NULL) {
        text_tell(user, "** Error: No one to leave.");
        return;
    }
    struct fibsd_user *opponent = opponent_of(user);
    text_tell(user, "** You terminated the game. The game was saved.");
    text_tell(opponent, "** Player %s has left the game. The game was saved.",
              user->name);
    char line[200];
    FORMAT_TEXT(line, "%s has left the game with %s.", user->name, opponent->name);
    accounts_report(match, line);
    match_save(match);
    accounts_push_who(user, opponent);
}
