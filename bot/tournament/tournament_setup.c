#include "bot/tournament/tournament_setup.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/base/moment.h"

/* ---- the director ---------------------------------------------------------------- */

/* Of the tournament, from its kind in bot.conf. */
static struct pairing_plan plan_of(const struct config *config)
{
    struct pairing_plan plan = {.kind = PAIRING_ROUND_ROBIN,
                                .legs = config->tournament.legs,
                                .draw = (uint64_t)config->tournament.draw};
    switch ((enum config_tournament_kind)config->tournament.kind) {
    case CONFIG_TOURNAMENT_ROUND_ROBIN:
        break;
    case CONFIG_TOURNAMENT_DOUBLE:
        plan.legs = 2;
        break;
    case CONFIG_TOURNAMENT_SWISS:
        plan.kind = PAIRING_SWISS;
        plan.rounds = config->tournament.rounds;
        break;
    case CONFIG_TOURNAMENT_KNOCK_OUT:
        plan.kind = PAIRING_KNOCK_OUT;
        break;
    }
    return plan;
}

static void set_director_options(const struct config *config,
                                 struct director_options *options)
{
    director_options_default(options);
    memcpy(options->name, config->tournament.director, sizeof options->name);
    FORMAT_TEXT(options->title, "%.59s", config->tournament.name);
    options->plan = plan_of(config);
    options->length = config->tournament.length;
    options->has_registration = config->tournament.open_until[0] != '\0';
    options->entrants_max = config->tournament.entrants_max;
    options->reminder_ms = config->tournament.reminder * 1000;
    options->no_show_ms = config->tournament.no_show * 1000;
    options->away_ms = config->tournament.away * 1000;
    options->away_times = config->tournament.away_times;
    options->match_ms = config->tournament.match_time * 1000;
}

/* "2027-01-30 19:00 UTC": entrants are anywhere. */
static void write_start(time_t start, struct director_options *options)
{
    struct tm utc;
    if (gmtime_r(&start, &utc) != NULL) {
        (void)strftime(options->start, sizeof options->start, "%Y-%m-%d %H:%M UTC",
                       &utc);
    }
}

/* The director's [account NAME], or the common options. */
static const struct config *director_section(const struct config_set *set)
{
    const char *name = set->common.tournament.director;
    for (int i = 0; i < set->count; i++) {
        if (!set->is_entrant[i] && strcmp(set->accounts[i]->account.name, name) == 0) {
            return set->accounts[i];
        }
    }
    return &set->common;
}

/* The account answers as a director and not as a player, too. */
static const struct config *director_config(const struct config_set *set,
                                            struct tournament_setup *setup,
                                            struct error *err)
{
    setup->director = error_allocate(sizeof *setup->director, err);
    if (setup->director == NULL) {
        return NULL;
    }
    *setup->director = *director_section(set);
    memcpy(setup->director->account.name, set->common.tournament.director,
           USER_NAME_SIZE);
    setup->director->talk.answer = false;
    return setup->director;
}

/* ---- entrants -------------------------------------------------------------------- */

static bool add_entrant(struct tournament_setup *setup, const struct config *config,
                        struct error *err)
{
    if (setup->entrant_count == DIRECTOR_ENTRANTS_MAX) {
        return error_set(err, "more than %d entrants", DIRECTOR_ENTRANTS_MAX);
    }
    struct director_entrant *entrant = &setup->entrants[setup->entrant_count];
    *entrant = (struct director_entrant){.number = setup->entrant_count++,
                                         .is_ours = !config->entrant.foreign};
    memcpy(entrant->name, config->account.name, sizeof entrant->name);
    if (entrant->is_ours) {
        setup->accounts[setup->account_count++] = config;
    }
    return true;
}

static bool add_entrants(const struct config_set *set, struct tournament_setup *setup,
                         struct error *err)
{
    const char *director = set->common.tournament.director;
    for (int i = 0; i < set->count; i++) {
        const char *name = set->accounts[i]->account.name;
        bool is_director = strcmp(name, director) == 0;
        if (set->is_entrant[i] && is_director) {
            return error_set(err, "%s is the director, who does not play", name);
        }
        if (!set->is_entrant[i] && !is_director) {
            return error_set(err, "[account %s]: expected [entrant %s]", name, name);
        }
        if (set->is_entrant[i] && !add_entrant(setup, set->accounts[i], err)) {
            return false;
        }
    }
    return true;
}

static bool check_entrants(const struct tournament_setup *setup, struct error *err)
{
    const struct director_options *options = &setup->options;
    struct pairing_plan plan = options->plan;
    plan.entrants = setup->entrant_count;
    if (options->has_registration) {
        return setup->entrant_count <= options->entrants_max ||
               error_set(err,
                         "tournament.entrants_max: expected at least %d, as many "
                         "as there are sections [entrant NAME], found %d",
                         setup->entrant_count, options->entrants_max);
    }
    if (setup->entrant_count < 2) {
        return error_set(err, "expected two sections [entrant NAME] or more, found %d",
                         setup->entrant_count);
    }
    return pairing_check(&plan, err);
}

bool tournament_setup_read(const struct config_set *set, struct tournament_setup *setup,
                           struct error *err)
{
    *setup = (struct tournament_setup){.name = set->common.tournament.name,
                                       .database = set->common.tournament.file};
    time_t until = 0;
    if (set->common.tournament.director[0] == '\0') {
        return error_set(err, "tournament.director: expected the name of an account; "
                              "`run --local` needs none");
    }
    set_director_options(&set->common, &setup->options);
    if (setup->options.has_registration &&
        moment_read(set->common.tournament.open_until, &until)) {
        setup->open_until_s = (int64_t)until;
        write_start(until, &setup->options);
    }
    const struct config *director = director_config(set, setup, err);
    setup->accounts[setup->account_count++] = director;
    bool is_good =
        director != NULL && add_entrants(set, setup, err) && check_entrants(setup, err);
    if (!is_good) {
        tournament_setup_free(setup);
    }
    return is_good;
}

void tournament_setup_free(struct tournament_setup *setup)
{
    free(setup->director);
    setup->director = NULL;
}
