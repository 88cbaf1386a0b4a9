#include "cmd/tournament.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bot/director/rehearsal.h"
#include "bot/service/play_check.h"
#include "bot/tournament/tournament_setup.h"
#include "bot/tournament/tournament_store.h"

void tournament_check_span(int64_t seconds, char text[32])
{
    long long minutes = (long long)(seconds + 30) / 60;
    if (seconds < 90) {
        (void)snprintf(text, 32, "%lld s", (long long)seconds);
    } else if (minutes < 90) {
        (void)snprintf(text, 32, "%lld min", minutes);
    } else {
        (void)snprintf(text, 32, "%lld h %02lld min", minutes / 60, minutes % 60);
    }
}

/* ---- what `run` needs ------------------------------------------------------------ */

static bool check_needs(const struct tournament_setup *setup, const char *file,
                        struct error *err)
{
    const struct play_check check = {.configs = setup->accounts,
                                     .count = setup->account_count,
                                     .files = &file,
                                     .file_count = 1,
                                     .has_tournament = true,
                                     .moment = PLAY_STARTING,
                                     .tell = play_check_print,
                                     .context = stderr};
    int faults = play_check_run(&check, NULL).count;
    return faults == 0 || error_set(err, "`run` would not start, because of %d fault%s",
                                    faults, faults == 1 ? "" : "s");
}

/* What the database has, if there is one. */
static bool load_database(const char *path, struct tournament_saved *saved,
                          struct error *err)
{
    *saved = (struct tournament_saved){.is_empty = true};
    if (access(path, F_OK) != 0) {
        return true;
    }
    struct tournament_store *store = tournament_store_open(path, DATABASE_READ, err);
    bool is_good = store != NULL && tournament_store_load(store, saved, err);
    tournament_store_close(store);
    return is_good;
}

/* ---- the rehearsal --------------------------------------------------------------- */

/* What a rehearsal says, as it is printed. */
struct rehearsal_print {
    int64_t last_ms;
    int told; /* accounts whose invitation of this round is printed: an order may come
               * again */
    char accounts[DIRECTOR_ENTRANTS_MAX][USER_NAME_SIZE];
};

static bool is_told_first(struct rehearsal_print *print, const char *account)
{
    for (int i = 0; i < print->told; i++) {
        if (strcmp(print->accounts[i], account) == 0) {
            return false;
        }
    }
    if (print->told < DIRECTOR_ENTRANTS_MAX) {
        (void)snprintf(print->accounts[print->told++], USER_NAME_SIZE, "%s", account);
    }
    return true;
}

/* "0:05" */
static void print_rehearsal_time(int64_t at_ms)
{
    long long minutes = (long long)(at_ms / 60000);
    printf("  %3lld:%02lld  ", minutes / 60, minutes % 60);
}

static void print_rehearsed(void *context, int64_t at_ms,
                            const struct director_output *output)
{
    struct rehearsal_print *print = context;
    print->last_ms = at_ms;
    if (output->type == DIRECTOR_NEWS && output->news.what != DIRECTOR_NEWS_RESULT) {
        print->told = 0;
        print_rehearsal_time(at_ms);
        puts(output->news.text);
    } else if (output->type == DIRECTOR_SEND && output->send.type == ORDER_TELL) {
        print_rehearsal_time(at_ms);
        printf("the director says: tell %s %s\n", output->send.name, output->send.text);
    } else if (output->type == DIRECTOR_ORDER &&
               output->order.play.opponent[0] != '\0' && output->order.play.invites &&
               is_told_first(print, output->order.account)) {
        print_rehearsal_time(at_ms);
        printf("%s invites %s\n", output->order.account, output->order.play.opponent);
    }
}

/* The tournament as it would go if nobody were late. */
static bool rehearse(const struct tournament_setup *setup,
                     const struct director_rows *rows, int point_s, struct error *err)
{
    struct rehearsal_print print = {0};
    char span[32];
    const struct rehearsal rehearsal = {.options = &setup->options,
                                        .entrants = setup->entrants,
                                        .count = setup->entrant_count,
                                        .rows = rows,
                                        .match_ms =
                                            setup->options.length * point_s * 1000,
                                        .seed = 1};
    printf("With matches of %d s a point, results by chance and nobody late:\n",
           point_s);
    if (!rehearsal_run(&rehearsal, print_rehearsed, &print, err)) {
        return false;
    }
    tournament_check_span(print.last_ms / 1000, span);
    printf("It takes %s; %d account%s of ours log%s in.\n", span, setup->account_count,
           setup->account_count == 1 ? "" : "s", setup->account_count == 1 ? "s" : "");
    return true;
}

bool tournament_check(const struct config_set *set, const char *file, int point_s,
                      struct error *err)
{
    struct tournament_setup setup;
    struct tournament_saved saved;
    if (!tournament_setup_read(set, &setup, err)) {
        return false;
    }
    bool is_good = check_needs(&setup, file, err) &&
                   load_database(set->common.tournament.file, &saved, err);
    if (is_good) {
        bool is_over = !saved.is_empty && saved.rows.whole.phase == DIRECTOR_FINISHED;
        if (is_over) {
            puts("It is over, as `report` shows. Once more it would go so:");
        }
        is_good = rehearse(&setup, saved.is_empty || is_over ? NULL : &saved.rows,
                           point_s, err);
    }
    if (is_good && !saved.is_empty) {
        tournament_saved_free(&saved);
    }
    tournament_setup_free(&setup);
    return is_good;
}
