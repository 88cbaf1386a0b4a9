#pragma once
/*
 * What the files of the core offer one another, a section a file. core.c, above all of
 * them, has the interface of fibsd.h.
 */

#include "base/splitmix.h"
#include "server/fibsd_state.h"

/* ---- text.c: text on its way to clients ------------------------------------------ */
/* Nothing here fails: without memory, text is lost. */

void text_printf(struct fibsd_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sends a line to a connection. */
void text_connection_line(struct fibsd_connection *connection, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_connection_lines(struct fibsd_connection *connection,
                           const char *const *lines, size_t count);
/* Sends a prompt of the log-in, such as "login: ". */
void text_connection_prompt(struct fibsd_connection *connection, const char *prompt);

/* Sends a line to a user, if it is logged in. */
void text_tell(const struct fibsd_user *user, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Sends the beginning of a line; text_end_line() ends it. With the fault of glued lines
 * on, the line end is left out where it may be. */
void text_tell_open(const struct fibsd_user *user, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_end_line(const struct fibsd_user *user, bool may_be_glued);

/* Sends a line to all who watch a player of the match. */
void text_tell_watchers(const struct fibsd_match *match, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes "unlimited", or "5 point" with `gap` between the words; returns `text`. */
enum { FIBSD_LENGTH_SIZE = 20 };
const char *text_length(int length, char gap, char text[FIBSD_LENGTH_SIZE]);
/* Returns "an" or "a", for the text above. */
const char *text_length_article(int length);

bool server_is_clip(const struct fibsd_user *user);
struct fibsd *server_of(const struct fibsd_user *user);
bool server_is_clone(const struct fibsd_user *user);

/* Call it last for each input: sends "> " where it is due, and the line end of a glued
 * text that nothing followed. */
void text_send_prompts(struct fibsd *server);

/* ---- words.c: the words of a command line ---------------------------------------- */
/* Cuts the next word off `*rest`, which is never NULL; NULL if there is none. */
char *words_next(char **rest);

/* Returns `text` without the blanks in front. */
char *words_skip_blanks(char *text);

/* Returns a number of up to six digits, or -1 if the word is not one. */
int words_number_of(const char *word);

/* ---- dice.c ---------------------------------------------------------------------- */

/* Returns 1..6; loaded dice of tests come first. */
int dice_roll_die(struct fibsd *server);

/* ---- accounts.c: accounts, logged-in users, lines that everybody sees ------------ */
struct fibsd_user *accounts_find(struct fibsd *server, const char *name);

/* Finds a logged-in user by full name or unique prefix (first as written, then ignoring
 * case). Returns NULL if there is none; tells `asker` if the prefix is ambiguous. */
struct fibsd_user *accounts_find_online(struct fibsd_user *asker, const char *name);

/* Adds an account with the default settings. Returns NULL if the name is invalid or
 * taken. */
struct fibsd_user *accounts_add(struct fibsd *server, const char *name,
                                const char *password);

/* Adds an account of a saved state: `word` is a hash, or a plain password of a former
 * version, until accounts_hash_some() makes a hash of it. NULL likewise. */
struct fibsd_user *accounts_restore(struct fibsd *server, const char *name,
                                    const char *word);

/* Hashes the next `count` plain passwords. */
void accounts_hash_some(struct fibsd *server, int count);

/* Returns false if the password is empty, too long, or has a blank or a colon. */
bool accounts_set_password(struct fibsd *server, struct fibsd_user *user,
                           const char *password);

bool accounts_has_password(struct fibsd *server, const struct fibsd_user *user,
                           const char *password);

bool accounts_is_good_name(const char *name);

/* Sets a text of a user, of which the first FIBSD_TEXT_SIZE - 1 bytes are kept. NULL, or
 * no memory: none. */
void accounts_set_text(char **text, const char *to);

int64_t server_time_s(const struct fibsd *server);

/* Sends the "5 NAME ..." line of a user. */
void accounts_send_who(struct fibsd_connection *to, const struct fibsd_user *user);

/* Reports a change of state: sends the "5" line of the user (and of `other`, if not
 * NULL) and "6" to every client in CLIP mode. */
void accounts_push_who(const struct fibsd_user *user, const struct fibsd_user *other);

/* Calls the hooks with an event of `user`, and closes the connection if they say so. */
void accounts_reach_phase(const struct fibsd_user *user, enum fibsd_phase phase);

/* Sends a line about a match to users who watch it or have the toggle report set, but
 * not to its players. */
void accounts_report(const struct fibsd_match *match, const char *line);

bool accounts_list_has(const struct fibsd_user_list *list,
                       const struct fibsd_user *user);
/* Adds the user to the list or removes it; returns whether it is in the list now. */
bool accounts_list_toggle(struct fibsd_user_list *list, struct fibsd_user *user);
void accounts_list_free(struct fibsd_user_list *list);

/* ---- chat.c: talk, stored messages, lists of users, being away ------------------- */
/* The CLIP numbers of the messages to a listener. */
enum fibsd_chat {
    FIBSD_SAYS = 12,
    FIBSD_SHOUTS = 13,
    FIBSD_WHISPERS = 14,
    FIBSD_KIBITZES = 15
};

/* Sends one message to one listener: numbered in CLIP mode, in words otherwise. */
void chat_send(const struct fibsd_user *listener, enum fibsd_chat kind,
               const char *from, const char *text);

/* Sends "NAME is away: TEXT", after an empty line, if `subject` is away. */
void chat_tell_if_away(const struct fibsd_user *user, const struct fibsd_user *subject);

/* Rings the terminal's bell of a user who wants it, within an open line. */
void chat_ring_bell(const struct fibsd_user *user);

/* Delivers stored messages at log-in. */
void chat_deliver_messages(struct fibsd_user *user);
/* Tells those who wait for this user (`waitfor`) that it has logged in. */
void chat_tell_waiting(struct fibsd_user *user);

/* ---- board_text.c: the line of style 3, the drawings of 1 and 2 ------------------ */
/* Sends the match from the side of `seat`, called `name`, in the viewer's style. */
void board_send_of(const struct fibsd_user *viewer, const struct fibsd_match *match,
                   int seat, const char *name);

/* Sends the match to a player or a watcher, from their side. */
void board_send(const struct fibsd_user *viewer, const struct fibsd_match *match);

/* Sends the match to every watcher with this toggle set. */
void board_send_to_watchers(const struct fibsd_match *match, enum fibsd_toggle toggle);

/* ---- move_words.c: moves as people write them ------------------------------------ */
/* "24/18/14, 8/4(2)" becomes "24 18 18 14 8 4 8 4", in the words of FIBS; stars of hits are
 * left out. What is not such a move stays as it is, and is refused as FIBS does. */
enum { FIBSD_WORDS_SIZE = 256 };
void move_words_spread(const char *text, char words[FIBSD_WORDS_SIZE]);

/* ---- move_split.c: moves of several dice at once --------------------------------- */
/* "24/14" is a checker that uses two dice. FIBS wants each die by itself; our server finds
 * them: the play among `plays`, those of the roll on `board`, by which the checkers
 * of `colour` go as `hops` says. Where a checker may hit on its way or not, it does not: a
 * hit is written with its point. Returns NULL if there is none. */
const struct reference_play *move_split(const struct reference_plays *plays,
                                        const struct reference_board *board, int colour,
                                        const struct reference_hop *hops, int count);

/* ---- move_list.c: the moves of a game -------------------------------------------- */
/* Writes "bar-20 13-8 6-off", in the order played; `home` is the word for off. */
void move_list_hops_text(const struct reference_hop *hops, int count, int colour,
                         const char *home, char *text, size_t size);

/* Returns a new row of the list; of a list that is full, the last one again. NULL: no
 * memory. */
struct fibsd_move_row *move_list_new_row(struct fibsd_match *match);

void move_list_add_move(struct fibsd_match *match, const struct reference_play *play);
void move_list_add_action(struct fibsd_match *match, enum fibsd_row_kind kind,
                          int seat);

/* Sends the list of the current game, line by line; the first line continues a line
 * that is still open. */
void move_list_send(const struct fibsd_user *user, const struct fibsd_match *match);

/* ---- match.c: matches made, scored, ended, saved --------------------------------- */
/* Returns the saved match of two users, or NULL. */
struct fibsd_match *match_find_saved(struct fibsd *server, const struct fibsd_user *a,
                                     const struct fibsd_user *b);
int match_count_saved(const struct fibsd *server, const struct fibsd_user *user);

/* Adds a new match and drops a saved one of the two players. Returns NULL if memory is
 * short. */
struct fibsd_match *match_new(struct fibsd *server, struct fibsd_user *inviter,
                              struct fibsd_user *joiner, int length);
/* The same where no match of the two is saved. */
struct fibsd_match *match_add(struct fibsd *server, struct fibsd_user *inviter,
                              struct fibsd_user *joiner, int length);
void match_remove(struct fibsd_match *match);

/* What a line tells of these points: see fibsd_faults.says_one_point. */
int match_told_points(const struct fibsd_match *match, int points);

/* Ends the game with `points` for seat `winner`. The line that says how it ended is
 * still open for both players (text_tell_open). */
void match_end_game(struct fibsd_match *match, int winner, int points);

/* Withdraws all offers; after a double its maker is on roll again. */
void match_withdraw_offers(struct fibsd_match *match);

/* Saves the match and removes its players from it. */
void match_save(struct fibsd_match *match);

/* ---- turn.c: prompt, roll, move -------------------------------------------------- */
/* Makes the opening roll, which decides who begins, and sends the first board. */
void turn_roll_opening(struct fibsd_match *match);

/* Returns how many dice of the roll must be played. */
int turn_dice_to_play(const struct fibsd_match *match);

/* Rolls for match->turn and sends what follows from it. */
void turn_roll_dice(struct fibsd_match *match);

/* ---- settings.c: toggles, variables, address, password --------------------------- */
/* Toggles in the order and form of message 2: "2 NAME 1 1 0 ...". */
void settings_tell_own(const struct fibsd_user *user);

/* Writes the value of a variable as `set` shows it: a word or a number. */
void settings_value(const struct fibsd_user *user, enum fibsd_variable variable,
                    char text[FIBSD_NAME_SIZE]);
/* Sets a variable to such a value. Returns false if it cannot have it. */
bool settings_take(struct fibsd_user *user, enum fibsd_variable variable,
                   const char *text);

/* Tells that there is no such time zone, and which there are. */
void settings_refuse_zone(const struct fibsd_user *user, const char *name);

/* ---- who.c: who is there, and watching them -------------------------------------- */
/* Ends the watching of `user`, if any. Says so to `user`, with `stars` before the text, and
 * those who were watched. */
void who_stop_watching(struct fibsd_user *user, const char *stars);

/* ---- login.c: log-in, registration, log-out -------------------------------------- */
/* How a user left; selects the texts. */
enum fibsd_departure {
    FIBSD_LOGS_OUT,
    FIBSD_DROPS_CONNECTION,
    FIBSD_TIMED_OUT,
    FIBSD_OLD_CONNECTION /* the user logged in a second time */
};

void login_greet(struct fibsd_connection *connection);

/* Takes a line of a client that is not logged in. */
void login_line(struct fibsd_connection *connection, char *line);

/* Logs the user out: saves the match and tells others. */
void login_user_departs(struct fibsd_user *user, enum fibsd_departure departure);

/* Sends the text after `bye` and closes the connection. */
void login_say_goodbye(struct fibsd_user *user);

/* ---- commands.c: the commands of users ------------------------------------------- */
/* Executes a line of a logged-in user; modifies `line`. */
void commands_run(struct fibsd_user *user, char *line);

/* The functions of the commands, by the file that has them. `arguments` is what follows
 * the command's word in the line, and may be modified; "" if there is nothing. */
typedef void fibsd_command(struct fibsd_user *user, char *arguments);
typedef void fibsd_plain_command(struct fibsd_user *user); /* ignores arguments */

/* chat.c */
fibsd_command cmd_tell, cmd_say, cmd_kibitz, cmd_whisper, cmd_shout, cmd_message,
    cmd_waitfor, cmd_gag, cmd_blind, cmd_away;
fibsd_plain_command cmd_back;
/* cube.c */
fibsd_command cmd_resign;
fibsd_plain_command cmd_double, cmd_accept, cmd_reject, cmd_redouble, cmd_beaver,
    cmd_raccoon, cmd_otter;
/* help.c */
fibsd_command cmd_help; /* of all topics but "commands" */
/* The head of a page of the manual; its text follows. */
void help_show_title(const struct fibsd_user *user, const char *name,
                     const char *summary, const char *usage);
/* info.c */
fibsd_command cmd_oldboard, cmd_oldmoves, cmd_show, cmd_time;
fibsd_plain_command cmd_about, cmd_average, cmd_bye, cmd_clear, cmd_dicetest, cmd_pip,
    cmd_stat, cmd_port, cmd_wave;
/* invite.c */
fibsd_command cmd_invite, cmd_join;
fibsd_plain_command cmd_leave;
/* login.c */
fibsd_plain_command cmd_motd;
/* settings.c */
fibsd_command cmd_toggle, cmd_set, cmd_address, cmd_password;
/* turn.c */
fibsd_command cmd_move;
fibsd_plain_command cmd_roll, cmd_off, cmd_board;
/* who.c */
fibsd_command cmd_who, cmd_rawwho, cmd_whois, cmd_where, cmd_ratings, cmd_last,
    cmd_look, cmd_watch;
fibsd_plain_command cmd_unwatch;
