#include "server/fibsd_core.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* ---- texts ----------------------------------------------------------------------- */

static const char *home_word(const struct fibsd_user *user)
{
    return server_is_clone(user) ? "home" : "off";
}

/* Sends the board to those who have the toggle set: both players and the watchers. */
static void send_boards(const struct fibsd_match *match, enum fibsd_toggle toggle)
{
    for (int seat = 0; seat < 2; seat++) {
        if (match->player[seat]->toggle[toggle]) {
            board_send(match->player[seat], match);
        }
    }
    board_send_to_watchers(match, toggle);
}

static void announce_roll(const struct fibsd_match *match)
{
    const struct fibsd_user *mover = match->player[match->turn];
    const struct fibsd_user *other = match->player[1 - match->turn];
    int a = match->dice[0];
    int b = match->dice[1];
    text_tell(mover, "You roll %d and %d.", a, b);
    text_tell(other, "%s rolls %d and %d.", mover->name, a, b);
    text_tell_watchers(match, "%s rolls %d and %d.", mover->name, a, b);
    send_boards(match, FIBSD_TOGGLE_MOREBOARDS);
}

/* Writes "6 o 5 o". */
static void bearing_off_text(const struct reference_play *play, int colour, char *text,
                             size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < play->count; i++) {
        int from = play->hops[i].from;
        int distance = colour == REFERENCE_O ? from : 25 - from;
        text_add(text, size, "%s%d o", i > 0 ? " " : "", distance);
    }
}

static void tell_all(const struct fibsd_match *match, const char *line)
{
    text_tell(match->player[0], "%s", line);
    text_tell(match->player[1], "%s", line);
    text_tell_watchers(match, "%s", line);
}

/* Asks match->turn to roll or double, or rolls for him. */
static void next_turn(struct fibsd_match *match);

/* ---- the end of a move ----------------------------------------------------------- */

static void pass_turn(struct fibsd_match *match)
{
    match->turn = 1 - match->turn;
    match->dice[0] = match->dice[1] = 0;
    match->phase = FIBSD_MATCH_TO_ROLL;
}

static void win_by_bearing_off(struct fibsd_match *match, int winner, int size)
{
    const struct fibsd_user *won = match->player[winner];
    const struct fibsd_user *lost = match->player[1 - winner];
    int points = size * match->cube, told = match_told_points(match, points);
    text_tell_open(won, "You win the game and get %d point%s. %s", told, plural(told),
                   server_is_clone(won) ? "Congratulation!" : "Congratulations!");
    text_tell_open(lost, "%s wins the game and gets %d point%s. Sorry.", won->name,
                   told, plural(told));
    text_tell_watchers(match, "%s wins the game and gets %d point%s.", won->name, told,
                       plural(told));
    match_end_game(match, winner, points);
}

/* Puts the play on the board and tells the other side, unless an earlier line has. */
static void finish_move(struct fibsd_match *match, const struct reference_play *play,
                        bool is_announced)
{
    int seat = match->turn;
    struct fibsd_user *mover = match->player[seat];
    const struct fibsd_user *other = match->player[1 - seat];
    move_list_add_move(match, play);
    match->board = play->after;
    if (!is_announced) {
        char text[80];
        move_list_hops_text(play->hops, play->count, match->colour[seat],
                            home_word(other), text, sizeof text);
        text_tell(other, "%s moves %s .", mover->name, text);
        text_tell_watchers(match, "%s moves %s .", mover->name, text);
    }
    int size = reference_result(&match->board) * match->colour[seat];
    if (size > 0) {
        win_by_bearing_off(match, seat, size);
        return;
    }
    pass_turn(match);
    if (!mover->toggle[FIBSD_TOGGLE_AUTOBOARD]) {
        text_tell(mover, "Done.");
    }
    send_boards(match, FIBSD_TOGGLE_AUTOBOARD);
    accounts_reach_phase(mover, FIBSD_PHASE_MOVED);
    next_turn(match);
}

static void dance(struct fibsd_match *match)
{
    const struct fibsd_user *mover = match->player[match->turn];
    const struct fibsd_user *other = match->player[1 - match->turn];
    const struct reference_play nothing = {.after = match->board};
    text_tell(mover, "You can't move.");
    if (server_is_clone(other)) {
        text_tell(other, "%s moves  .", mover->name);
    } else {
        text_tell(other, "%s can't move.", mover->name);
    }
    text_tell_watchers(match, "%s can't move.", mover->name);
    move_list_add_move(match, &nothing);
    pass_turn(match);
    if (mover->toggle[FIBSD_TOGGLE_AUTOBOARD]) {
        board_send(mover, match);
    }
    if (match->server->config.faults.has_board_after_dance &&
        other->toggle[FIBSD_TOGGLE_AUTOBOARD]) {
        board_send(other, match);
    }
    next_turn(match);
}

/* ---- rolling --------------------------------------------------------------------- */

/* Makes a forced or greedy move for a player; returns false if he has to move. */
static bool move_for_player(struct fibsd_match *match,
                            const struct reference_plays *plays)
{
    const struct fibsd_user *mover = match->player[match->turn];
    int colour = match->colour[match->turn];
    struct reference_play play;
    char text[80];
    char line[160];
    if (mover->toggle[FIBSD_TOGGLE_GREEDY] &&
        reference_bear_off(&match->board, colour, match->dice[0], match->dice[1],
                           &play)) {
        bearing_off_text(&play, colour, text, sizeof text);
        FORMAT_TEXT(line, "Bearing off: %s", text);
        tell_all(match, line);
        finish_move(match, &play, false);
        return true;
    }
    if (mover->toggle[FIBSD_TOGGLE_AUTOMOVE] && plays->count == 1) {
        play = plays->plays[0];
        move_list_hops_text(play.hops, play.count, colour, home_word(mover), text,
                            sizeof text);
        FORMAT_TEXT(line, "The only possible move is %s .", text);
        tell_all(match, line);
        finish_move(match, &play, true);
        return true;
    }
    return false;
}

static const struct reference_plays *plays_of(const struct fibsd_match *match)
{
    return reference_plays(match->server->generator, &match->board,
                           match->colour[match->turn], match->dice[0], match->dice[1]);
}

int turn_dice_to_play(const struct fibsd_match *match)
{
    return plays_of(match)->most;
}

void turn_roll_dice(struct fibsd_match *match)
{
    struct fibsd_user *mover = match->player[match->turn];
    match->dice[0] = dice_roll_die(match->server);
    match->dice[1] = dice_roll_die(match->server);
    match->phase = FIBSD_MATCH_TO_MOVE;
    const struct reference_plays *plays = plays_of(match);
    mover->can_move = plays->most;
    announce_roll(match);
    if (plays->most == 0) {
        dance(match);
    } else if (!move_for_player(match, plays)) {
        text_tell(mover, "Please move %d pieces.", plays->most);
        accounts_reach_phase(mover, FIBSD_PHASE_ROLLED);
    }
}

static bool is_asked_to_double(const struct fibsd_match *match)
{
    return match->player[match->turn]->toggle[FIBSD_TOGGLE_DOUBLE] &&
           !match->is_crawford &&
           (match->cube_owner == -1 || match->cube_owner == match->turn);
}

static void next_turn(struct fibsd_match *match)
{
    struct fibsd_user *mover = match->player[match->turn];
    if (!is_asked_to_double(match)) {
        turn_roll_dice(match);
        return;
    }
    text_tell(mover, "It's your turn. Please roll or double%s",
              server_is_clone(mover) ? "." : "");
    accounts_reach_phase(mover, FIBSD_PHASE_PROMPT);
}

/* ---- the opening ----------------------------------------------------------------- */

static void announce_opening(const struct fibsd_match *match, int a, int b)
{
    const struct fibsd_user *first = match->player[0];
    const struct fibsd_user *second = match->player[1];
    const char *dot = server_is_clone(first) ? "." : "";
    text_tell(first, "You rolled %d, %s rolled %d%s", a, second->name, b, dot);
    text_tell(second, "You rolled %d, %s rolled %d%s", b, first->name, a, dot);
    text_tell_watchers(match, "%s rolled %d, %s rolled %d", first->name, a,
                       second->name, b);
}

static void double_automatically(struct fibsd_match *match)
{
    if (match->player[0]->toggle[FIBSD_TOGGLE_AUTODOUBLE] &&
        match->player[1]->toggle[FIBSD_TOGGLE_AUTODOUBLE] && !match->is_crawford &&
        match->cube < 64) {
        char line[80];
        match->cube *= 2;
        FORMAT_TEXT(line, "The number on the doubling cube is now %d", match->cube);
        tell_all(match, line);
    }
}

static void send_opening_boards(const struct fibsd_match *match)
{
    if (!match->server->config.faults.has_no_opening_board) {
        board_send(match->player[0], match);
        board_send(match->player[1], match);
    }
    board_send_to_watchers(match, FIBSD_TOGGLE_AUTOBOARD);
    accounts_reach_phase(match->player[0], FIBSD_PHASE_OPENING);
}

void turn_roll_opening(struct fibsd_match *match)
{
    int a = 0;
    int b = 0;
    while (a == b) {
        if (a > 0) {
            double_automatically(match);
        }
        a = dice_roll_die(match->server);
        b = dice_roll_die(match->server);
        announce_opening(match, a, b);
    }
    match->turn = a > b ? 0 : 1;
    match->dice[0] = a > b ? a : b;
    match->dice[1] = a > b ? b : a;
    match->phase = FIBSD_MATCH_TO_MOVE;
    struct fibsd_user *winner = match->player[match->turn];
    winner->can_move = 2; /* no opening roll is blocked */
    text_tell(winner, "It's your turn to move.");
    text_tell(match->player[1 - match->turn], "%s makes the first move.", winner->name);
    text_tell_watchers(match, "%s makes the first move.", winner->name);
    send_opening_boards(match);
}

/* ---- commands -------------------------------------------------------------------- */

static bool is_on_turn(const struct fibsd_user *user)
{
    const struct fibsd_match *match = user->match;
    return (match->phase == FIBSD_MATCH_TO_ROLL ||
            match->phase == FIBSD_MATCH_TO_MOVE) &&
           match->player[match->turn] == user;
}

void cmd_roll(struct fibsd_user *user)
{
    struct fibsd_match *match = user->match;
    if (match->phase == FIBSD_MATCH_DOUBLED &&
        match->player[1 - match->asked] == user) {
        text_tell(user, "** %s hasn't responded to your double yet.",
                  opponent_of(user)->name);
    } else if (!is_on_turn(user)) {
        text_tell(user, "** It's not your turn to roll the dice.");
    } else if (match->phase == FIBSD_MATCH_TO_MOVE) {
        text_tell(user, "** You did already roll the dice.");
    } else {
        turn_roll_dice(match);
    }
}

static const char *const ordinals[] = {"first", "second", "third", "fourth"};

/* Reads a point, or a word for the bar or home; returns false for any other word. */
static bool read_hop_point(const char *word, int colour, signed char *point)
{
    int number = words_number_of(word);
    if (number >= 0 && number <= 25) {
        *point = (signed char)number;
    } else if (strcmp(word, "bar") == 0 || strcmp(word, "b") == 0) {
        *point = (signed char)reference_bar(colour);
    } else if (strcmp(word, "home") == 0 || strcmp(word, "off") == 0 ||
               strcmp(word, "h") == 0 || strcmp(word, "o") == 0) {
        *point = (signed char)reference_home(colour);
    } else {
        return false;
    }
    return true;
}

enum { HOPS_READ_MAX = 8 };

/* Reads "24-18 18 14 bar/20 8/4(2)". Returns the number of hops, or -1 after an error line. */
static int read_user_hops(const struct fibsd_user *user, const char *text, int colour,
                          struct reference_hop hops[HOPS_READ_MAX])
{
    signed char points[2 * HOPS_READ_MAX];
    int count = 0;
    char words[FIBSD_WORDS_SIZE];
    char *rest = words;
    move_words_spread(text != NULL ? text : "", words);
    for (char *word; (word = words_next(&rest)) != NULL && count < 2 * HOPS_READ_MAX;
         count++) {
        if (!read_hop_point(word, colour, &points[count])) {
            text_tell(
                user,
                "** %s move: legal words are 'bar', 'home', 'off', 'b', 'h' and 'o'.",
                ordinals[count / 2 < 4 ? count / 2 : 3]);
            return -1;
        }
    }
    for (int i = 0; i + 1 < count; i += 2) {
        hops[i / 2] = (struct reference_hop){points[i], points[i + 1]};
    }
    return count / 2;
}

/* The error line of a move: `head`, number, `tail`, and which of the moves. */
static const struct {
    const char *head, *tail;
    bool has_number, has_ordinal;
} verdicts[] = {
    /* clang-format off */
    [REFERENCE_MUST_GIVE]  = {"You must give ", " moves.", true, false},
    [REFERENCE_TOO_MANY]   = {"Please don't give more than ", " moves.", true, false},
    [REFERENCE_BAR_FIRST]  = {"You have to remove pieces from the bar", "", false, true},
    [REFERENCE_BAD_FROM]   = {"You can't move from ", "", true, true},
    [REFERENCE_BAD_POINTS] = {"You can't move ", " points", true, true},
    [REFERENCE_BAD_TO]     = {"You can't move to ", "", true, true},
    [REFERENCE_BAD_REMOVE] = {"You can't remove this piece", "", false, true},
    [REFERENCE_BAD_HOME]   = {"You can't move home", "", false, true},
    [REFERENCE_BAD_N_HOME] = {"You can't move ", "-home", true, true},
    /* clang-format on */
};

static void tell_verdict(const struct fibsd_user *user,
                         const struct reference_judgement *judgement)
{
    enum reference_verdict verdict = judgement->verdict;
    text_tell_open(user, "** %s", verdicts[verdict].head);
    if (verdicts[verdict].has_number) {
        text_tell_open(user, "%d", judgement->number);
    }
    text_tell_open(user, "%s", verdicts[verdict].tail);
    if (verdicts[verdict].has_ordinal) {
        text_tell_open(user, " in your %s move.", ordinals[judgement->hop]);
    }
    text_end_line(user, false);
}

void cmd_move(struct fibsd_user *user, char *arguments)
{
    struct fibsd_match *match = user->match;
    if (!is_on_turn(user)) {
        text_tell(user, "** It's not your turn to move.");
        return;
    }
    if (match->phase == FIBSD_MATCH_TO_ROLL) {
        text_tell(user, "** You have to roll the dice before moving.");
        return;
    }
    struct reference_hop hops[HOPS_READ_MAX];
    int colour = match->colour[match->turn];
    int count = read_user_hops(user, arguments, colour, hops);
    if (count < 0) {
        return;
    }
    struct fibsd *server = server_of(user);
    struct reference_judgement judgement =
        reference_judge(server->generator, &match->board, colour, match->dice[0],
                        match->dice[1], hops, count);
    if (judgement.verdict != REFERENCE_LEGAL) {
        const struct reference_play *split =
            move_split(plays_of(match), &match->board, colour, hops, count);
        if (split != NULL) {
            const struct reference_play play = *split; /* of the generator */
            finish_move(match, &play, false);
        } else {
            tell_verdict(user, &judgement);
        }
        return;
    }
    struct reference_play play = {.after = judgement.after,
                                  .count = (signed char)count};
    memcpy(play.hops, hops, (size_t)count * sizeof hops[0]);
    finish_move(match, &play, false);
}

void cmd_off(struct fibsd_user *user)
{
    struct fibsd_match *match = user->match;
    struct reference_play play;
    if (!is_on_turn(user)) {
        text_tell(user, "** It's not your turn.");
    } else if (match->phase == FIBSD_MATCH_TO_ROLL) {
        text_tell(user, "** You have to roll the dice before moving.");
    } else if (!reference_bear_off(&match->board, match->colour[match->turn],
                                   match->dice[0], match->dice[1], &play)) {
        text_tell(user, "** You can't bear off with every number you have rolled.");
    } else {
        char text[80];
        bearing_off_text(&play, match->colour[match->turn], text, sizeof text);
        text_tell(user, "Bear off: %s", text);
        finish_move(match, &play, false);
    }
}

void cmd_board(struct fibsd_user *user)
{
    const struct fibsd_user *seen = user->match != NULL ? user : user->watching;
    if (seen == NULL) {
        text_tell(user, "** You're not playing.");
    } else if (seen->match == NULL) {
        text_tell(user, "** %s is not playing.", seen->name);
    } else {
        board_send(user, seen->match);
    }
}
