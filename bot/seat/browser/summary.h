#pragma once
/*
 * What the tutor says after a game or a match: error rates, luck, the costliest
 * decisions, and the curve along the match. It comes from the match file,
 * which the bot writes while it plays: RECORD_OPPONENT is the person.
 *
 * The work is cut into steps of one decision each. What was analysed for a former
 * summary of the same match is kept, so the summary of a match has but one game left.
 */

#include "engine/board/notation.h"
#include "explain/explain_reason.h"
#include "match/match_report.h"

enum { SUMMARY_WORST_MAX = 3, SUMMARY_CURVE_MAX = 300, SUMMARY_GAMES_MAX = 49 };
enum { SUMMARY_JUDGE_SIZE = 2 * REFERENCE_LEVEL_SIZE + RECORD_NAME_MAX + 8 };

/* A side: 0 is the person, 1 the bot. */
struct summary_side {
    double error_rate;
    int errors, blunders;
    double luck; /* in points, or in match winning chance */
};

struct summary_worst {
    int game;
    char made[MATCH_TURN_SIZE], better[NOTATION_SIZE];
    double loss;
    char why[EXPLAIN_SIZE]; /* it loses; "": nothing certain can be said */
    struct match_turn turn; /* the decision */
    bool is_cube;           /* it was whether to double, before the roll of `turn` */
};

struct summary {
    bool is_good; /* false: the match file cannot be read */
    double done;  /* 0..1; what follows counts when it is 1 */
    int game;     /* number of the game; 0: the whole match */
    int length;   /* of the match; 0: unlimited */
    /* "2-ply, fibsbot at roller": that of the person, and the bot's where it is another. */
    char judge[SUMMARY_JUDGE_SIZE];
    struct summary_side sides[2];
    int worst_count;
    struct summary_worst worst[SUMMARY_WORST_MAX]; /* of the person, worst first */
    /* By turns, and after games: the person's chance to win the match; in an unlimited one
     * the points that they win of the game on average. */
    int curve_count, end_count;
    struct summary_point {
        int turn;
        double value;
    } curve[SUMMARY_CURVE_MAX];
    struct summary_end {
        int turn;
        int score[2];
    } ends[SUMMARY_GAMES_MAX];
};

struct summary_work;

/* Both must outlive the work. NULL: no memory. */
struct summary_work *summary_new(const struct engine *engine,
                                 struct search_scratch *scratch);
void summary_free(struct summary_work *work); /* may be NULL */

/* Reads the match file. SUMMARY_EARLY: the file does not have the end of the game, or of
 * the match if `is_match`, yet; the summary would be of what there is. */
enum summary_state { SUMMARY_BAD, SUMMARY_EARLY, SUMMARY_READY };
enum summary_state summary_begin(struct summary_work *work, const char *path,
                                 bool is_match, const atomic_bool *stop);

/* Analyses a decision; false: there is none left. */
bool summary_step(struct summary_work *work);

/* Writes what there is, after summary_begin(). */
void summary_write(const struct summary_work *work, struct summary *summary);
