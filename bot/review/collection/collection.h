#pragma once
/*
 * The collection of `fibsbot review`, in SQLite: matches with their analyses, so that nothing
 * is computed twice, what both sides lost, each error with its theme, and where its card of
 * the quiz lies. A match is known by its names and decisions, wherever its file is. One thread at a time uses it.
 */

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "match/batch/match_folder.h"
#include "match/match_report.h"

struct collection;
struct json_t;

/* Opens or makes the file. NULL with `err`. */
struct collection *collection_open(const char *path, struct error *err);
void collection_close(struct collection *collection); /* may be NULL */

/* A match as its file has it. */
struct collection_match {
    const char *path;
    int number; /* in the file, from 1 */
    const struct match_turns *turns;
};

/* Adds a match, or notes where the file is now. Returns its id, from 1; 0 with `err`. */
int64_t collection_add(struct collection *collection,
                       const struct collection_match *match, struct error *err);

/* Keeps the analysis of a match, the sums of both sides and their errors; `judge` is by what
 * it was made ("2-ply"). What an earlier analysis called an error, and this one does not, is in
 * no list any more, but keeps its note and its box. False with `err`. */
bool collection_keep(struct collection *collection, int64_t id, const char *judge,
                     const struct match_report *report, struct error *err);

/* Gives a fresh analysis what is kept of the match by this judge. False: nothing is, or not
 * all turns; the analysis is then as before. */
bool collection_restore(struct collection *collection, int64_t id, const char *judge,
                        const struct match_turns *turns,
                        struct match_analysis *analysis);

/* Adds the files of all matches, as they were added last. False with `err`. */
bool collection_paths(struct collection *collection, struct match_paths *paths,
                      struct error *err);

/* Whose errors are asked: the player that was chosen last, else who has most matches. */
void collection_player(struct collection *collection, char player[RECORD_NAME_MAX]);
bool collection_choose(struct collection *collection, const char *player,
                       struct error *err);

/* Everything that the list shows (view/page/list.js): player; matches with id, path, date,
 * event, site, players, length, score, is_done and for each side decisions, loss, squares
 * (of the losses), errors, blunders and luck; themes: [player, theme, score, errors, loss].
 * NULL with `err`. The caller frees it. */
struct json_t *collection_list(struct collection *collection, struct error *err);

/* The cards of the player whose errors are asked (view/page/viewer_quiz.js): key, one, game,
 * box, due, href, note. All that are due on `day`, at most COLLECTION_CARDS_MAX, the newest match
 * first, those of .04 and more before others; then the next that are due later, so that it
 * can be said when. NULL with `err`. */
enum { COLLECTION_CARDS_MAX = 60 };
struct json_t *collection_cards(struct collection *collection, int64_t day,
                                struct error *err);

/* Puts a card into a box, 1..5, until it is due. `note` NULL: as it was. */
bool collection_move_card(struct collection *collection, int64_t card, int box,
                          int64_t due, const char *note, struct error *err);

/* The player's note of an error, {note}, without it where the decision is none; `note` not
 * NULL: which it gets. `link` is what the viewer's address calls it, "4.18.cube". NULL with
 * `err`. */
struct json_t *collection_note(struct collection *collection, int64_t match,
                               const char *link, const char *note, struct error *err);

/* Writes the errors of the player as a text file that Anki imports, a note a line: the board
 * and the question, then the answer with figures, why and the player's note. */
bool collection_anki(struct collection *collection, FILE *out, struct error *err);
