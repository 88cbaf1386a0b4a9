/* The configuration file: values, faults with line and remedy, limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/log.h"
#include "bot/base/log_internal.h"
#include "bot/config/config.h"
#include "bot/config/config_internal.h"
#include "bot/config/options.h"
#include "bot/notify/notify_message.h"

struct fixture {
    struct config config;
    struct config_faults faults;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    *state = f;
    if (f == NULL) {
        return 1;
    }
    config_default(&f->config);
    return 0;
}

static int tear_down(void **state)
{
    free(*state);
    return 0;
}

static struct config_set *read_set_of(struct fixture *f, const char *text,
                                      size_t length)
{
    struct config_set *set = config_set_new();
    FILE *file = tmpfile();
    assert_true(set != NULL && file != NULL);
    assert_int_equal(fwrite(text, 1, length, file), length);
    rewind(file);
    memset(&f->faults, 0, sizeof f->faults);
    bool is_good = config_set_read(set, file, "bot.conf", &f->faults);
    (void)fclose(file);
    assert_int_equal(is_good, f->faults.count == 0);
    return set;
}

/* The common part. */
static bool read_bytes(struct fixture *f, const char *text, size_t length)
{
    struct config_set *set = read_set_of(f, text, length);
    f->config = set->common;
    config_set_free(set);
    return f->faults.count == 0;
}

static bool read_text(struct fixture *f, const char *text)
{
    return read_bytes(f, text, strlen(text));
}

/* ---- good files ------------------------------------------------------------------ */

static void empty_file_leaves_the_defaults(void **state)
{
    struct fixture *f = *state;
    assert_true(read_text(f, ""));
    assert_string_equal(f->config.server.host, "fibs.com");
    assert_int_equal(f->config.server.port, 4321);
    assert_false(f->config.server.tls);
    assert_string_equal(f->config.account.client, "fibsbot");
    assert_int_equal(f->config.play.on_stop, ON_STOP_FINISH);
    assert_int_equal(f->config.log.level, LOG_INFO);
    assert_int_equal(f->config.connection.acknowledge, 1500);
    assert_false(f->config.accept.lengths.may_play[2]);
    assert_true(f->config.accept.lengths.may_play[3]);
    assert_true(f->config.accept.lengths.may_play[15]);
    assert_false(f->config.accept.lengths.may_play[16]);
    assert_int_equal(f->config.accept.block.count, 0);
}

static void every_type_is_read(void **state)
{
    struct fixture *f = *state;
    assert_true(read_text(f, "\xef\xbb\xbf; a comment\n"
                             "[server]\r\n"
                             "host: localhost\r\n"
                             "port = 4322 ; behind the value\n"
                             "tls = yes\n"
                             "# another\n"
                             "[account]\n"
                             "   name   =   our_Bot   \n"
                             "[accept]\n"
                             "lengths = 1,3, 5 - 7\n"
                             "allow = opp_a, opp_b\n"
                             "allow = opp_c\n"
                             "[play]\n"
                             "on_stop = leave\n"
                             "[strength]\n"
                             "noise = 0.025\n"
                             "[talk]\n"
                             "greeting =\n"
                             "goodbye = a = b; c"));
    assert_string_equal(f->config.server.host, "localhost");
    assert_int_equal(f->config.server.port, 4322);
    assert_true(f->config.server.tls);
    assert_string_equal(f->config.account.name, "our_Bot");
    assert_true(f->config.accept.lengths.may_play[6]);
    assert_false(f->config.accept.lengths.may_play[4]);
    assert_false(f->config.accept.lengths.may_play[9]);
    assert_int_equal(f->config.accept.allow.count, 3);
    assert_true(config_name_list_has(&f->config.accept.allow, "opp_c"));
    assert_false(config_name_list_has(&f->config.accept.allow, "opp"));
    assert_int_equal(f->config.play.on_stop, ON_STOP_LEAVE);
    assert_true(f->config.strength.noise == 0.025);
    assert_string_equal(f->config.talk.greeting, "");
    assert_string_equal(f->config.talk.goodbye, "a = b; c");
}

static void a_move_filter_may_be_named_or_written_out(void **state)
{
    struct fixture *f = *state;
    struct move_filter filter;
    struct error err;
    assert_true(read_text(f, "[strength]\nfilter = base-filter:6:0.2\n"));
    assert_true(config_filter(&f->config, &filter, &err));
    assert_true(filter.by_pruning_net);
    assert_true(read_text(f, "[strength]\n"
                             "filter = xg-large\n"
                             "filter_0 = 6/.1\n"
                             "filter_2 = 2+7/.3, skip\n"));
    assert_true(config_filter(&f->config, &filter, &err));
    assert_int_equal(filter_level_at(&filter, 0, PLY_PRUNING_NET)->extra, 6);
    assert_int_equal(filter_level_at(&filter, 2, 0)->accept, 2);
    assert_int_equal(filter_level_at(&filter, 2, 1)->accept, -1);
    assert_int_equal(filter_level_at(&filter, 3, 0)->extra, 24);
    assert_false(read_text(f, "[strength]\nfilter = gnubg-medium\n"));
    assert_non_null(strstr(f->faults.text[0], "bot.conf:2: strength.filter = "));
    assert_false(read_text(f, "[strength]\nfilter_3 = 8/.1, 4/.1\n"));
    assert_non_null(strstr(f->faults.text[0], "bot.conf:2: strength.filter_3 = "
                                              "'8/.1, 4/.1': expected 3 levels"));
}

static void length_none_accepts_no_length(void **state)
{
    struct fixture *f = *state;
    assert_true(read_text(f, "[accept]\nlengths = none\n"));
    for (int n = 0; n <= MATCH_LENGTH_MAX; n++) {
        assert_false(f->config.accept.lengths.may_play[n]);
    }
}

static void template_reads_back_as_the_defaults(void **state)
{
    struct fixture *f = *state;
    struct config *defaults = malloc(sizeof *defaults);
    char *text = NULL;
    size_t size = 0;
    assert_non_null(defaults);
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    config_write_template(out);
    (void)fclose(out);
    assert_true(read_bytes(f, text, size));
    config_default(defaults);
    for (int i = 0; i < option_count; i++) {
        assert_memory_equal((char *)&f->config + options[i].offset,
                            (char *)defaults + options[i].offset, options[i].size);
    }
    free(text);
    free(defaults);
}

/* ---- faults ---------------------------------------------------------------------- */

static void faults_name_line_expectation_and_remedy(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *text, *fault;
    } rows[] = {
        {"[server]\nprot = 1\n",
         "bot.conf:2: no option \"prot\" in [server]; did you mean \"port\"?"},
        {"\n\n[sevrer]\nhost = x\nport = 1\n",
         "bot.conf:4: no section [sevrer]; did you mean [server]?"},
        {"[zzzzzzzz]\nhost = x\n",
         "bot.conf:2: no section [zzzzzzzz]; `fibsbot config --template` lists "
         "them"},
        {"[log]\nqwertyuiop = 1\n",
         "bot.conf:2: no option \"qwertyuiop\" in [log]; `fibsbot config "
         "--template` lists them"},
        {"[log]\nport = 4321\n",
         "bot.conf:2: no option \"port\" in [log]; it belongs to [server]"},
        {"host = x\n", "bot.conf:1: expected a [section] before the first option"},
        {"[server]\nport = 65536\n", "bot.conf:2: server.port = '65536': out of range: "
                                     "expected a whole number from 1 to 65535"},
        {"[server]\nport = 99999999999999999999\n",
         "bot.conf:2: server.port = '99999999999999999999': out of range: expected a "
         "whole number from 1 to 65535"},
        {"[server]\nport = 43x\n",
         "bot.conf:2: server.port = '43x': expected a whole number from 1 to 65535"},
        {"[server]\nport =\n",
         "bot.conf:2: server.port = '': expected a whole number from 1 to 65535"},
        {"[server]\nhost =\n",
         "bot.conf:2: server.host = '': expected text, not empty"},
        {"[server]\nport = 1\nport = 2\n",
         "bot.conf:3: server.port is set twice, first in line 2"},
        {"[server]\ntls = perhaps\n",
         "bot.conf:2: server.tls = 'perhaps': expected yes or no"},
        {"[play]\non_stop = finis\n",
         "bot.conf:2: play.on_stop = 'finis': expected one of: finish game leave; did "
         "you mean finish?"},
        {"[play]\non_stop = whenever\n",
         "bot.conf:2: play.on_stop = 'whenever': expected one of: finish game leave"},
        {"[strength]\nnoise = nan\n", "bot.conf:2: strength.noise = 'nan': out of "
                                      "range: expected a number from 0 to 10"},
        {"[accept]\nlengths = 3-\n",
         "bot.conf:2: accept.lengths = '3-': expected numbers and ranges from 1 to 99, "
         "as 1, 3, 5-9"},
        {"[accept]\nlengths = 9-3\n",
         "bot.conf:2: accept.lengths = '9-3': out of range: expected numbers and ranges "
         "from 1 to 99, as 1, 3, 5-9"},
        {"[accept]\nblock = a,,b\n", "bot.conf:2: accept.block = 'a,,b': empty name: "
                                     "expected user names separated by commas"},
        {"[account]\nname = x y\n",
         "bot.conf:2: account.name = 'x y': expected a user name of letters and _"},
        {"[account]\nclient = a_name_of_21_letters_x\n",
         "bot.conf:2: account.client = 'a_name_of_21_letters_x': too long: expected "
         "text, not empty, at most 20 characters"},
        {"[account]\nclient = two words\n",
         "bot.conf:2: account.client = 'two words': expected a name without blanks"},
        {"[talk]\ngreeting = caf\xc3\xa9\n",
         "bot.conf:2: talk.greeting = 'caf?\?': not printable ASCII: expected text"},
        {"[server]\nhost\n", "bot.conf:2: expected \"name = value\" or \"[section]\""},
        {"[server\nport = 1\n",
         "bot.conf:1: expected \"name = value\" or \"[section]\""},
        {"[connection]\nkeepalive = 300\n",
         "bot.conf: connection.silence: expected more than connection.keepalive (300 "
         "s), found "
         "240 s"},
        {"[connection]\nbackoff_first = 1000\n",
         "bot.conf: connection.backoff_max: expected at least connection.backoff_first "
         "(1000 s), "
         "found 900 s"},
        {"[play]\nask_after = 400\n", "bot.conf: play.leave_after: expected more than "
                                      "play.ask_after (400 s), found 360 s"},
        {"[strength]\ncube_ply = 3\n",
         "bot.conf:2: strength.cube_ply = '3': expected 0, 2 or 4"},
        {"[accept]\n\nlist_url = http://localhost/list\n",
         "bot.conf:3: accept.list_url = 'http://localhost/list': expected an address "
         "that begins with https://"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_false(read_text(f, rows[i].text));
        assert_string_equal(f->faults.text[0], rows[i].fault);
    }
}

static void every_fault_of_a_file_is_told(void **state)
{
    struct fixture *f = *state;
    assert_false(read_text(f, "[server]\nprot = 1\nhost\nport = 0\n[log]\nlevel = x\n"
                              "[connection]\nkeepalive = 300"));
    assert_int_equal(f->faults.count, 4);
    assert_non_null(strstr(f->faults.text[0], "bot.conf:2:"));
    assert_non_null(strstr(f->faults.text[1], "bot.conf:3:"));
    assert_non_null(strstr(f->faults.text[2], "bot.conf:4:"));
    assert_non_null(strstr(f->faults.text[3], "bot.conf:6:"));
}

static void last_line_without_end_is_checked_too(void **state)
{
    struct fixture *f = *state;
    assert_false(read_text(f, "[server]\nnonsense"));
    assert_string_equal(f->faults.text[0],
                        "bot.conf:2: expected \"name = value\" or \"[section]\"");
}

static void indented_option_is_not_joined_to_the_one_above(void **state)
{
    struct fixture *f = *state;
    assert_true(read_text(f, "[server]\nhost = a\n\tport = 5\n"));
    assert_string_equal(f->config.server.host, "a");
    assert_int_equal(f->config.server.port, 5);
}

/* ---- limits ---------------------------------------------------------------------- */

static void overlong_line_is_refused_and_never_cut(void **state)
{
    struct fixture *f = *state;
    char text[600] = "[server]\nhost = ";
    size_t begin = strlen("[server]\n"), value = strlen(text);
    memset(text + value, 'x', begin + CONFIG_LINE_MAX - value);
    assert_true(read_text(f, text));
    assert_int_equal(strlen(f->config.server.host), CONFIG_LINE_MAX - 7);
    strcat(text, "x");
    assert_false(read_text(f, text));
    assert_string_equal(f->faults.text[0], "bot.conf:2: expected at most 190 "
                                           "characters, found more");
    assert_int_equal(f->faults.count, 1);
}

static void overlong_file_is_refused(void **state)
{
    struct fixture *f = *state;
    size_t size = CONFIG_FILE_MAX + 1;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, '\n', size);
    assert_true(read_bytes(f, text, size - 1));
    assert_false(read_bytes(f, text, size));
    assert_string_equal(f->faults.text[0],
                        "bot.conf: expected at most 262144 bytes, found more");
    free(text);
}

static void zero_byte_is_refused(void **state)
{
    struct fixture *f = *state;
    assert_false(read_bytes(f, "[server]\nho\0st = a\n", 19));
    assert_string_equal(f->faults.text[0],
                        "bot.conf:2: expected text, found a zero byte");
}

static void faults_beyond_the_room_are_counted(void **state)
{
    struct fixture *f = *state;
    char text[2000] = "[server]\n";
    for (int i = 0; i < 50; i++) {
        strcat(text, "nonsense = 1\n");
    }
    assert_false(read_text(f, text));
    assert_int_equal(f->faults.count, 50);
}

static void too_many_names_are_refused(void **state)
{
    struct fixture *f = *state;
    char text[8000] = "[accept]\n";
    for (int i = 0; i < CONFIG_NAMES_MAX; i++) {
        strcat(text, "block = somebody\n");
    }
    assert_true(read_text(f, text));
    assert_int_equal(f->config.accept.block.count, CONFIG_NAMES_MAX);
    strcat(text, "block = one_more\n");
    assert_false(read_text(f, text));
    assert_non_null(strstr(f->faults.text[0], "longer than 256 names"));
}

static void missing_file_and_folder_are_told(void **state)
{
    struct fixture *f = *state;
    struct config_set *set = config_set_new();
    assert_non_null(set);
    assert_false(config_set_load(set, "/nonexistent/bot.conf", &f->faults));
    assert_string_equal(
        f->faults.text[0],
        "/nonexistent/bot.conf: cannot be opened: No such file or directory");
    memset(&f->faults, 0, sizeof f->faults);
    assert_false(config_set_load(set, "/tmp", &f->faults));
    assert_string_equal(f->faults.text[0], "/tmp: cannot be read: Is a directory");
    config_set_free(set);
}

/* ---- words ----------------------------------------------------------------------- */

static void a_misspelt_word_is_told_with_its_line_and_the_nearest(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *text, *fault;
    } rows[] = {
        {"[strength]\n\nlevel = beginer\n",
         "bot.conf:3: strength.level = 'beginer': not a "
         "level; did you mean beginner?"},
        {"[strength]\nlevel = roler++\n",
         "bot.conf:2: strength.level = 'roler++': not a "
         "level; did you mean roller++?"},
        {"[strength]\nlevel = 5000\n",
         "bot.conf:2: strength.level = '5000': expected a level such as beginner, expert "
         "or strongest, or a rating from 800 to 2100, found \"5000\""},
        {"[strength]\nopponents = anna=equal, bert=novize\n",
         "bot.conf:2: strength.opponents = 'anna=equal, bert=novize': bert=novize: not a "
         "level; did you mean novice?"},
        {"[strength]\nopponents = anna\n",
         "bot.conf:2: strength.opponents = 'anna': expected NAME=LEVEL, found "
         "\"anna=\""},
        {"[strength]\nfilter = gnubg-nornal\n",
         "bot.conf:2: strength.filter = 'gnubg-nornal': not a move filter; did you mean "
         "gnubg-normal?"},
        {"[notify]\nevents = start, ent\n",
         "bot.conf:2: notify.events = 'start, ent': not an event; did you mean end?"},
        {"[notify]\nevents = everything\n",
         "bot.conf:2: notify.events = 'everything': expected start, end, saved, error, "
         "disconnect, round, result or finish, found \"everything\""},
        {"[hours]\nactive = Mon-Fro 18:00-19:00\n",
         "bot.conf:2: hours.active = 'Mon-Fro 18:00-19:00': Fro is not a day; did you "
         "mean Fri?"},
        {"[hours]\nactive = always\n",
         "bot.conf:2: hours.active = 'always': expected hours such as 08:00-23:00 or "
         "Mon-Fri 18:00-23:00, found \"always\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_false(read_text(f, rows[i].text));
        assert_string_equal(f->faults.text[0], rows[i].fault);
    }
}

/* ---- lines of the move filter ---------------------------------------------------- */

/* The plays that level 0 of a 2-ply decision lets through, and that of the nets. */
static void assert_filter(const struct config *config, int at_2_plies, int of_nets)
{
    struct move_filter filter;
    struct error err;
    assert_true(config_filter(config, &filter, &err));
    assert_int_equal(filter_level_at(&filter, 2, 0)->extra, at_2_plies);
    assert_int_equal(filter_level_at(&filter, 0, PLY_PRUNING_NET)->extra, of_nets);
}

static void filter_lines_name_a_filter_and_set_its_rows(void **state)
{
    struct fixture *f = *state;
    assert_true(read_text(f, "[strength]\n"
                             "filter = 2: 11/.24, 6/.12\n"
                             "filter = xg-large\n"
                             "filter = 0 : 7/.1\n"));
    assert_filter(&f->config, 11, 7);
    assert_int_equal(f->faults.warning_count, 0);
    struct move_filter filter;
    assert_true(config_filter(&f->config, &filter, NULL));
    assert_int_equal(filter_level_at(&filter, 3, 0)->extra, 24);
}

static void filter_lines_that_say_a_thing_twice_are_refused(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *text, *fault;
    } rows[] = {
        {"[strength]\nfilter = 2: 8/.1, 4/.1\nfilter = 2: 8/.2, 4/.2\n",
         "bot.conf:3: strength.filter = '2: 8/.2, 4/.2': the row of 2 plies is set "
         "twice"},
        {"[strength]\nfilter = xg-large\nfilter = xg-huge\n",
         "bot.conf:3: strength.filter = 'xg-huge': a filter is already set: xg-large"},
        {"[strength]\nfilter = 5: 8/.1\n",
         "bot.conf:2: strength.filter = '5: 8/.1': expected a ply from 0 to 4 before the "
         "colon"},
        {"[strength]\nfilter = 2: 8/.1\n",
         "bot.conf:2: strength.filter = '2: 8/.1': expected 2 levels between commas such "
         "as \"8/.16\", \"4+3/.07\" or \"skip\", found \"8/.1\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_false(read_text(f, rows[i].text));
        assert_string_equal(f->faults.text[0], rows[i].fault);
    }
}

static void old_filter_rows_are_read_with_a_warning(void **state)
{
    struct fixture *f = *state;
    assert_true(read_text(f, "[strength]\nfilter_2 = 9/.3, 5/.1\nfilter_0 =\n"));
    assert_int_equal(f->faults.warning_count, 1);
    assert_string_equal(f->faults.warnings[0],
                        "bot.conf:2: warning: strength.filter_2 is the old form of "
                        "\"filter = 2: 9/.3, 5/.1\"");
    struct move_filter filter;
    assert_true(config_filter(&f->config, &filter, NULL));
    assert_int_equal(filter_level_at(&filter, 2, 0)->extra, 9);
}

static void a_filter_line_comes_before_an_old_row(void **state)
{
    struct fixture *f = *state;
    assert_true(read_text(f, "[strength]\n"
                             "filter = 2: 11/.24, 6/.12\n"
                             "filter_2 = 9/.3, 5/.1\n"
                             "filter_0 = 7/.1\n"));
    assert_filter(&f->config, 11, 7);
    assert_int_equal(f->faults.warning_count, 2);
}

static void command_line_replaces_one_row_of_the_filter(void **state)
{
    struct fixture *f = *state;
    struct config *config = &f->config;
    assert_true(read_text(f, "[strength]\nfilter = 0: 7/.1\nfilter = 2: 8/.1, 4/.1\n"));
    assert_true(config_override(config, "strength.filter=2: 11/.1, 4/.1", &f->faults));
    assert_filter(config, 11, 7);
    assert_true(config_override(config, "strength.filter=base-filter:6", &f->faults));
    assert_filter(config, 6, 6);
}

/* ---- overrides and the table ----------------------------------------------------- */

static void override_sets_one_option(void **state)
{
    struct fixture *f = *state;
    assert_true(config_override(&f->config, "strength.play_ply=0", &f->faults));
    assert_int_equal(f->config.strength.play_ply, 0);
    assert_true(config_override(&f->config, "accept.block=opp_a,opp_b", &f->faults));
    assert_true(config_override(&f->config, "accept.block=opp_c", &f->faults));
    assert_int_equal(f->config.accept.block.count, 1);
    assert_true(config_override(&f->config, "talk.greeting=a=b.c", &f->faults));
    assert_string_equal(f->config.talk.greeting, "a=b.c");
    static const char *const bad[] = {
        "",           "port=1", "server.port", "server.prot=1",
        "srever.x=1", "=",      ".=",          "server.port=0"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(config_override(&f->config, bad[i], &f->faults));
        assert_int_equal(f->faults.count, i + 1);
    }
}

static void account_name_is_needed_to_play_only(void **state)
{
    struct fixture *f = *state;
    assert_string_equal(f->config.account.name, ""); /* `fibsbot play` refuses it */
    assert_true(config_check(&f->config, &f->faults));
    assert_true(config_override(&f->config, "account.name=our_bot", &f->faults));
    assert_true(config_check(&f->config, &f->faults));
}

/* ---- accounts -------------------------------------------------------------------- */

static struct config_set *read_set(struct fixture *f, const char *text)
{
    return read_set_of(f, text, strlen(text));
}

static void accounts_take_what_is_common_and_add_their_own(void **state)
{
    struct config_set *set = read_set(*state, "[account first_bot]\n"
                                              "password_file = first.password\n"
                                              "accept.lengths = 5\n"
                                              "accept.lengths = 7\n"
                                              "[account second_bot]\n"
                                              "[accept]\n"
                                              "lengths = 1, 3\n"
                                              "unlimited = yes\n"
                                              "[log]\n"
                                              "trace = t\n");
    assert_int_equal(set->count, 2);
    const struct config *first = set->accounts[0], *second = set->accounts[1];
    assert_string_equal(first->account.name, "first_bot");
    assert_string_equal(first->account.password_file, "first.password");
    assert_string_equal(second->account.password_file, "");
    assert_true(first->accept.lengths.may_play[5] && first->accept.lengths.may_play[7]);
    assert_false(first->accept.lengths.may_play[1]);
    assert_true(second->accept.lengths.may_play[1]);
    assert_true(first->accept.unlimited && second->accept.unlimited);
    assert_string_equal(first->log.trace, "t.first_bot");
    assert_string_equal(second->log.trace, "t.second_bot");
    assert_ptr_equal(config_set_find(set, "second_bot"), second);
    assert_null(config_set_find(set, "third_bot"));
    config_set_free(set);
}

static void a_file_without_accounts_has_none(void **state)
{
    struct config_set *set = read_set(*state, "[account]\nname = our_bot\n");
    assert_int_equal(set->count, 0);
    assert_string_equal(set->common.account.name, "our_bot");
    config_set_free(set);
}

static void accounts_inherit_filter_lines_until_they_set_their_own(void **state)
{
    struct config_set *set =
        read_set(*state, "[strength]\n"
                         "filter = 2: 11/.24, 6/.12\n"
                         "filter_0 = 7/.1\n"
                         "[account first_bot]\n"
                         "[account second_bot]\n"
                         "strength.filter = 0: 5/.1\n"
                         "strength.filter = 2: 9/.24, 6/.12\n"
                         "[account third_bot]\n"
                         "strength.filter = 4: 8/1, 8/1, 8/1, 8/1\n"
                         "[account fourth_bot]\n"
                         "strength.filter_0 = 4/.1\n");
    assert_int_equal(set->count, 4);
    struct move_filter filter = *filter_find(filter_default_name);
    assert_filter(set->accounts[0], 11, 7);
    assert_filter(set->accounts[1], 9, 5);
    assert_filter(set->accounts[2], filter_level_at(&filter, 2, 0)->extra, 7);
    assert_filter(set->accounts[3], 11, 4);
    config_set_free(set);
}

static void faults_of_accounts_tell_line_and_remedy(void **state)
{
    /* clang-format off */
    static const struct {
        const char *text;
        const char *want;
    } rows[] = {
        {"[account a]\nclient = a b\n",
         "bot.conf:2: account.client = 'a b': expected a name without blanks"},
        {"[account a]\nlevel = 1700\n",
         "bot.conf:2: for an account of its own, write \"strength.level\""},
        {"[account a]\nstrength.levle = 1700\n",
         "bot.conf:2: no option \"levle\" in [strength]; did you mean \"level\"?"},
        {"[account a]\nstrenght.level = 1700\n",
         "bot.conf:2: no section [strenght]; did you mean [strength]?"},
        {"[account a]\nlog.level = debug\n",
         "bot.conf:2: log.level cannot be set for one account"},
        {"[account a]\nname = b\n",
         "bot.conf:2: account.name cannot be set for one account"},
        {"[account a]\nclient = x\nserver.port = 1\nclient = y\n",
         "bot.conf:4: account.client is set twice, first in line 2"},
        {"[account a]\nserver.port = 0\n",
         "bot.conf:2: server.port = '0': out of range: expected a whole number from 1 to "
         "65535"},
        {"[account two words]\nclient = x\n",
         "bot.conf:1: expected [account NAME], a user name of letters and _, found "
         "[account two words]"},
        {"[account ]\n",
         "bot.conf:1: expected [account NAME], a user name of letters and _, found "
         "[account ], empty name"},
        {"[entrant two words]\n",
         "bot.conf:1: expected [entrant NAME], a user name of letters and _, found "
         "[entrant two words]"},
        {"[entrant a]\nforeign = maybe\n",
         "bot.conf:2: entrant.foreign = 'maybe': expected yes or no"},
        {"[entrant a]\nlength = 5\n",
         "bot.conf:2: for an account of its own, write \"invite.length\""},
        {"[entrant a]\ntournament.length = 5\n",
         "bot.conf:2: tournament.length cannot be set for one account"},
        {"[account a]\nforeign = yes\n",
         "bot.conf:2: for an account of its own, write \"entrant.foreign\""},
        {"[account a]\n[entrant a]\n", "bot.conf:2: a is both an account and an entrant"},
        {"[entrant a]\nforeign = yes\n[entrant b]\n[entrant a]\nstrength.level = 1700\n",
         "bot.conf:4: [entrant a] is there twice, first in line 1: an entrant has one "
         "section, and another one another account"},
        {"[tournament]\nopen_until = tomorrow\n",
         "bot.conf:2: tournament.open_until = 'tomorrow': expected a date and a time: "
         "2027-01-30 20:00"},
        {"[tournament]\nreminder = 500\n",
         "bot.conf: tournament.no_show: expected more than tournament.reminder (500 s), "
         "found 420 s"},
        {"[account]\nname = b\n[account a]\n",
         "bot.conf: account.name: expected none beside [account a], found \"b\""},
    };
    /* clang-format on */
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct config_set *set = read_set(f, rows[i].text);
        assert_int_equal(f->faults.count, 1);
        assert_string_equal(f->faults.text[0], rows[i].want);
        config_set_free(set);
    }
}

static void too_many_accounts_are_refused(void **state)
{
    struct fixture *f = *state;
    char text[65 * 20] = "";
    for (int i = 0; i < 65; i++) {
        (void)snprintf(text + strlen(text), sizeof text - strlen(text),
                       "[account a%c%c]\n", 'a' + i / 26, 'a' + i % 26);
    }
    struct config_set *set = read_set(f, text);
    assert_int_equal(f->faults.count, 1);
    assert_string_equal(f->faults.text[0],
                        "bot.conf:65: expected at most 64 accounts, found more");
    config_set_free(set);
}

static void overrides_reach_every_account(void **state)
{
    struct fixture *f = *state;
    struct config_set *set = read_set(f, "[account a]\n[account b]\nserver.port = 7\n");
    assert_true(config_set_override(set, "server.port=9", &f->faults));
    assert_int_equal(set->common.server.port, 9);
    assert_int_equal(set->accounts[0]->server.port, 9);
    assert_int_equal(set->accounts[1]->server.port, 9);
    assert_false(config_set_override(set, "account.name=c", &f->faults));
    assert_string_equal(f->faults.text[0], "no section [account c]");
    assert_int_equal(set->count, 2);
    assert_true(config_set_override(set, "account.name=b", &f->faults));
    assert_int_equal(set->count, 1);
    assert_string_equal(set->accounts[0]->account.name, "b");
    config_set_free(set);
}

static void comment_and_quotes_in_a_value_are_warned_of(void **state)
{
    struct fixture *f = *state;
    assert_true(read_text(f, "[talk]\ngreeting = Hello # to all\ngoodbye = \"Bye\"\n"
                             "refusal = it's fine, you're no#1 ; # 'this'\n"));
    assert_int_equal(f->faults.warning_count, 2);
    assert_string_equal(
        f->faults.warnings[0],
        "bot.conf:2: warning: \"#\" is part of the value of greeting; write "
        "\" ;\" to begin a comment");
    assert_string_equal(
        f->faults.warnings[1],
        "bot.conf:3: warning: the quotes are part of the value of goodbye; "
        "leave them out");
    assert_string_equal(f->config.talk.greeting, "Hello # to all");
}

/* What config_show() prints; the caller frees it. */
static char *show(const struct config_set *set)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    config_show(set, "bot.conf", out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void assert_line(const char *shown, const char *line)
{
    if (strstr(shown, line) == NULL) {
        fail_msg("no \"%s\" in:\n%s", line, shown);
    }
}

static const char two_accounts[] =
    "[server]\n\nhost = 127.0.0.1\n[accept]\nallow = anna, bert\nallow = carl\n"
    "lengths = 1, 3, 5-9, 99\n[strength]\nfilter_3 = skip, 8/.16, 4/.08\n"
    "filter = gnubg-normal\nfilter = 2: 12/.24, 6/.12\nnoise = 0.1\ncube_noise = 0.0123\n"
    "[invite]\nlength = unlimited\n[account a_bot]\npassword_file = a.password\n"
    "strength.level = 1700\naccept.lengths = none\n[account b_bot]\n"
    "play.on_stop = leave\n[talk]\ngreeting = It's me\n";

static void every_setting_is_shown_with_where_it_comes_from(void **state)
{
    struct fixture *f = *state;
    (void)unsetenv("FIBSBOT_PASSWORD");
    (void)setenv("STATE_DIRECTORY", "/state", 1);
    struct config_set *set = read_set_of(f, two_accounts, strlen(two_accounts));
    char *shown = show(set);
    static const char *const lines[] = {
        "[server]\nhost = 127.0.0.1                             ; bot.conf:3\n"
        "port = 4321                                  ; default\n",
        "\nallow = anna, bert, carl                     ; bot.conf:5\n",
        "\nlengths = 1, 3, 5-9, 99                      ; bot.conf:7\n",
        "\nstate_folder =                               ; default; environment "
        "STATE_DIRECTORY: /state\n",
        "\nfilter_3 = skip, 8/.16, 4/.08                ; bot.conf:9\n",
        "\n[account a_bot]\nserver.host = 127.0.0.1                      ; inherited, "
        "bot.conf:3\n",
        "\npassword_file = a.password                   ; bot.conf:17\n",
        "\nstrength.level = 1700                        ; bot.conf:18\n",
        "\naccept.lengths = none                        ; bot.conf:19\n",
        "\naccept.allow = anna, bert, carl              ; inherited, bot.conf:5\n",
        "\nplay.on_stop = finish                        ; default\n",
        "\nplay.on_stop = leave                         ; bot.conf:21\n",
        "\ngreeting = It's me                           ; bot.conf:23\n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_line(shown, lines[i]);
    }
    (void)setenv("FIBSBOT_PASSWORD", "hidden", 1);
    free(shown);
    shown = show(set);
    assert_line(shown,
                "password_file =                              ; default; environment "
                "FIBSBOT_PASSWORD\n");
    assert_null(strstr(shown, "hidden"));
    (void)unsetenv("FIBSBOT_PASSWORD");
    free(shown);
    config_set_free(set);
}

static void assert_same(struct config *config, const struct config *other)
{
    struct config_changes changes;
    config_take_over(config, other, &changes);
    assert_string_equal(changes.taken, "");
    assert_string_equal(changes.waiting, "");
}

static void what_is_shown_reads_back_as_the_same(void **state)
{
    struct fixture *f = *state;
    struct config_set *set = read_set_of(f, two_accounts, strlen(two_accounts));
    for (int i = 0; i < 100; i++) { /* a list of many lines */
        struct name_list *block = &set->common.accept.block;
        (void)snprintf(block->names[block->count++], FIBS_NAME_MAX,
                       "user_with_a_long_name_%c%c", 'a' + i / 10, 'a' + i % 10);
        set->common.accept.lengths.may_play[i] = i % 3 == 1;
    }
    set->accounts[0]->accept.block = set->common.accept.block;
    (void)memset(set->common.talk.greeting, 'x', 175);
    set->common.strength.noise = 1.0 / 3.0;
    char *shown = show(set);
    struct config_set *again = read_set_of(f, shown, strlen(shown));
    assert_int_equal(f->faults.count, 0);
    assert_int_equal(again->count, 2);
    assert_same(&set->common, &again->common);
    assert_same(set->accounts[0], again->accounts[0]);
    assert_same(set->accounts[1], again->accounts[1]);
    free(shown);
    config_set_free(set);
    config_set_free(again);
}

static void table_is_sound(void **state)
{
    struct fixture *f = *state;
    for (int i = 0; i < option_count; i++) {
        struct error why;
        option_clear(&options[i], &f->config);
        assert_true(option_set(&options[i], &f->config, options[i].initial, &why));
        assert_true(option_section_exists(options[i].section));
        assert_ptr_equal(option_find(options[i].section, options[i].name), &options[i]);
        assert_int_equal(options[i].type == OPTION_CHOICE, options[i].choices != NULL);
        size_t length = strlen(options[i].help);
        assert_true(length > 10 && options[i].help[length - 1] == '.');
    }
    assert_string_equal(options[option_count - 1].name, "elsewhere_tries");
}

/* The names of the options that `is_wanted` takes, "server.host server.port"; whole
 * sections as "server.*". */
static void list_options(bool (*is_wanted)(const struct option *option), char *text)
{
    *text = '\0';
    for (int i = 0; i < option_section_count; i++) {
        const char *section = option_sections[i].name;
        char names[600] = "";
        bool is_whole = true;
        for (int n = 0; n < option_count; n++) {
            if (strcmp(options[n].section, section) != 0) {
                continue;
            }
            is_whole = is_whole && is_wanted(&options[n]);
            if (is_wanted(&options[n])) {
                strcat(strcat(strcat(strcat(names, " "), section), "."),
                       options[n].name);
            }
        }
        strcat(text,
               is_whole ? strcat(strcat(strcpy(names, " "), section), ".*") : names);
    }
}

static bool is_of_the_program(const struct option *option)
{
    return option->scope != SCOPE_BOTH;
}

static void what_belongs_to_the_whole_program_is_in_the_table(void **state)
{
    char text[2000];
    (void)state;
    list_options(is_of_the_program, text);
    assert_string_equal(
        text, " account.name account.state_folder account.debuggable accept.list_file "
              "accept.list_url accept.list_every strength.threads "
              "strength.pool strength.weights history.* notify.* "
              "log.level log.file log.format status.* tournament.*");
}

static bool is_fixed(const struct option *option)
{
    return option->reload == RELOAD_FIXED;
}

static void what_needs_a_restart_is_in_the_table(void **state)
{
    char text[2000];
    (void)state;
    list_options(is_fixed, text);
    assert_string_equal(
        text,
        " server.* account.* accept.list_file accept.list_url accept.list_every "
        "strength.threads strength.pool strength.weights owner.* record.decisions "
        "record.required history.* notify.* log.file log.format log.trace log.trace_size "
        "log.trace_files status.* tournament.* entrant.* connection.*");
}

static void log_levels_are_those_of_the_log(void **state)
{
    struct fixture *f = *state;
    for (int level = LOG_ERROR; level <= LOG_DEBUG; level++) {
        char text[64];
        (void)snprintf(text, sizeof text, "log.level=%s",
                       log_level_name((enum log_level)level));
        assert_true(config_override(&f->config, text, &f->faults));
        assert_int_equal(f->config.log.level, level);
    }
}

static void notification_shapes_are_those_of_the_messages(void **state)
{
    static const char *const words[] = {[NOTIFY_JSON] = "json",
                                        [NOTIFY_DISCORD] = "discord",
                                        [NOTIFY_SLACK] = "slack",
                                        [NOTIFY_NTFY] = "ntfy"};
    struct fixture *f = *state;
    for (int shape = NOTIFY_JSON; shape <= NOTIFY_NTFY; shape++) {
        char text[64];
        (void)snprintf(text, sizeof text, "notify.shape=%s", words[shape]);
        assert_true(config_override(&f->config, text, &f->faults));
        assert_int_equal(f->config.notify.shape, shape);
        assert_int_equal(notify_shape_has_topic((enum notify_shape)shape),
                         shape == NOTIFY_NTFY);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

static void entrants_are_accounts_with_options_of_their_own(void **state)
{
    struct config_set *set = read_set(*state, "[tournament]\nkind = knock-out\n"
                                              "[entrant b_bot]\n"
                                              "strength.level = 1700\n"
                                              "[account the_director]\n"
                                              "password_file = d.password\n"
                                              "[entrant a_friend]\n"
                                              "foreign = yes\n");
    assert_int_equal(set->count, 3);
    assert_int_equal(set->common.tournament.kind, TOURNAMENT_KNOCK_OUT);
    assert_true(set->is_entrant[0]);
    assert_string_equal(set->accounts[0]->account.name, "b_bot");
    assert_string_equal(set->accounts[0]->strength.level, "1700");
    assert_false(set->accounts[0]->entrant.foreign);
    assert_false(set->is_entrant[1]);
    assert_true(set->is_entrant[2]);
    assert_true(set->accounts[2]->entrant.foreign);
    config_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(empty_file_leaves_the_defaults),
        TEST(every_type_is_read),
        TEST(a_move_filter_may_be_named_or_written_out),
        TEST(length_none_accepts_no_length),
        TEST(template_reads_back_as_the_defaults),
        TEST(faults_name_line_expectation_and_remedy),
        TEST(every_fault_of_a_file_is_told),
        TEST(last_line_without_end_is_checked_too),
        TEST(indented_option_is_not_joined_to_the_one_above),
        TEST(overlong_line_is_refused_and_never_cut),
        TEST(overlong_file_is_refused),
        TEST(zero_byte_is_refused),
        TEST(faults_beyond_the_room_are_counted),
        TEST(too_many_names_are_refused),
        TEST(missing_file_and_folder_are_told),
        TEST(a_misspelt_word_is_told_with_its_line_and_the_nearest),
        TEST(filter_lines_name_a_filter_and_set_its_rows),
        TEST(filter_lines_that_say_a_thing_twice_are_refused),
        TEST(old_filter_rows_are_read_with_a_warning),
        TEST(a_filter_line_comes_before_an_old_row),
        TEST(command_line_replaces_one_row_of_the_filter),
        TEST(override_sets_one_option),
        TEST(account_name_is_needed_to_play_only),
        TEST(entrants_are_accounts_with_options_of_their_own),
        TEST(accounts_take_what_is_common_and_add_their_own),
        TEST(a_file_without_accounts_has_none),
        TEST(accounts_inherit_filter_lines_until_they_set_their_own),
        TEST(faults_of_accounts_tell_line_and_remedy),
        TEST(too_many_accounts_are_refused),
        TEST(overrides_reach_every_account),
        TEST(comment_and_quotes_in_a_value_are_warned_of),
        TEST(every_setting_is_shown_with_where_it_comes_from),
        TEST(what_is_shown_reads_back_as_the_same),
        TEST(table_is_sound),
        TEST(what_belongs_to_the_whole_program_is_in_the_table),
        TEST(what_needs_a_restart_is_in_the_table),
        TEST(log_levels_are_those_of_the_log),
        TEST(notification_shapes_are_those_of_the_messages),
    };
    return cmocka_run_group_tests_name("configuration", tests, NULL, NULL);
}
