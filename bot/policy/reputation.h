#pragma once
/*
 * Questions to a reputation bot of FIBS, and its answers. RepBotNG has two forms:
 *
 *     tell RepBotNG ask NAME                  for people:
 *         NAME's reputation is -520 (BAD)
 *         User NAME has no complainers or vouchers
 *         ERROR: user NAME does not exist on FIBS.
 *     tell RepBotNG raw COOKIE ask 1 NAME     for programs; the answer has the cookie:
 *         raw COOKIE ask 1 NAME -520 VOUCHERS COMPLAINTS SAVED, "-" for what is unknown
 *         raw COOKIE error N TEXT
 *
 * The form for programs is that of 2003; the published sources (2018 to 2025) have only
 * the other. So people's form is tried first, and the other one when no readable
 * answer has come after half of the time. Complaints count against a user and vouchers
 * for them, weighted by the experience of their author; below 0 is bad. Source: the sources
 * and the help of RepBotNG 2 (openfibs), GammonBot, MatchDog. Pure.
 */

#include <stdbool.h>
#include <stddef.h>

enum { REPUTATION_WAIT_MS = 8000, REPUTATION_TEXT_SIZE = 160 };

/* Writes the question for the bot. `cookie`: a number that tells answers apart. */
void reputation_question(const char *name, unsigned cookie, bool is_for_people,
                         char text[REPUTATION_TEXT_SIZE]);

/* Reads a text of the bot. True, with `reputation` set, when it answers a question about
 * `name`; the reputation of a user without complaints and vouchers is 0. */
bool reputation_answer(const char *text, size_t length, const char *name,
                       unsigned cookie, long *reputation);

/* Returns whether the text says that there is no user `name`. */
bool reputation_is_unknown(const char *text, size_t length, const char *name);
