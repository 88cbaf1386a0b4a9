#ifndef BOT_POLICY_REPUTATION_H
#define BOT_POLICY_REPUTATION_H
/*
 * Asking a reputation bot of FIBS what is thought of a user. RepBotNG has two ways:
 *
 *     tell RepBotNG raw COOKIE ask 1 NAME     for programs; the answer has the cookie
 *     tell RepBotNG ask NAME                  for people:
 *         NAME's reputation is -520 (BAD)
 *         User NAME has no complainers or vouchers
 *
 * Versions differ in what they know, so the first is tried first and the second when
 * nothing understandable has come at half of the time. Complaints count against,
 * vouchers for a user, each with the experience of who gave it; below 0 is bad. Source:
 * the sources and the help of RepBotNG 2 (openfibs), GammonBot, MatchDog. Pure.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REPUTATION_WAIT_MS = 8000, REPUTATION_TEXT_SIZE = 160 };

/* What to tell the bot. `cookie`: a number that tells answers apart. */
void reputation_question(const char *name, unsigned cookie, bool is_for_people,
                         char text[REPUTATION_TEXT_SIZE]);

/* Whether a text of the bot answers a question about `name`; then `reputation` is set,
 * 0 for a user of whom nobody thinks anything. */
bool reputation_answer(const char *text, size_t length, const char *name,
                       unsigned cookie, long *reputation);

#endif
