#pragma once
/*
 * A guest of the loop that plays nobody (play.observe): it watches matches of others, and
 * asks the server for all that can be asked, a command at a time and slowly, so that the
 * trace has lines that a bot would meet only in weeks. Accounts with a guest take no
 * matches; account_player.c sends nothing else for them.
 *
 * In order: each question once; then a match is watched for ten minutes, or until it ends
 * or the watcher is sent away, and then another one.
 */

#include "bot/service/loop.h"

struct observer;

/* `config` is the account that observes; it must outlive the observer. NULL: no memory. */
struct observer *observer_new(const struct config *config);
void observer_free(struct observer *observer);
const struct loop_guest *observer_guest(const struct observer *observer);
