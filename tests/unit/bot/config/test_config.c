/* Reading of bot.conf: what a good file sets, and what is said of a bad one. */
#include "bot/config/strength_config.h"
#include "tests/unit/bot/config/config_text.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

/* ---- good files ----------------------------------------------------------------- */

CASE(empty_file_leaves_the_defaults)
{
    assert_true(read_text(""));
    assert_string_equal(f.config.server.host, "fibs.com");
    assert_int_equal(f.config.server.port, 4321);
    assert_false(f.config.server.tls);
    assert_string_equal(f.config.account.client, "fibsbot");
    assert_int_equal(f.config.play.on_stop, CONFIG_ON_STOP_FINISH);
    assert_int_equal(f.config.log.level, LOG_INFO);
    assert_int_equal(f.config.connection.acknowledge, 1500);
    assert_false(f.config.accept.lengths.may_play[2]);
    assert_true(f.config.accept.lengths.may_play[3]);
    assert_true(f.config.accept.lengths.may_play[15]);
    assert_false(f.config.accept.lengths.may_play[16]);
    assert_int_equal(f.config.accept.block.count, 0);
}

CASE(every_type_is_read)
{
    assert_true(read_text("\xef\xbb\xbf; a comment\n"
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
    assert_string_equal(f.config.server.host, "localhost");
    assert_int_equal(f.config.server.port, 4322);
    assert_true(f.config.server.tls);
    assert_string_equal(f.config.account.name, "our_Bot");
    assert_true(f.config.accept.lengths.may_play[6]);
    assert_false(f.config.accept.lengths.may_play[4]);
    assert_false(f.config.accept.lengths.may_play[9]);
    assert_int_equal(f.config.accept.allow.count, 3);
    assert_true(config_name_list_has(&f.config.accept.allow, "opp_c"));
    assert_false(config_name_list_has(&f.config.accept.allow, "opp"));
    assert_int_equal(f.config.play.on_stop, CONFIG_ON_STOP_LEAVE);
    assert_true(f.config.strength.noise == 0.025);
    assert_string_equal(f.config.talk.greeting, "");
    assert_string_equal(f.config.talk.goodbye, "a = b; c");
}

CASE(yes_and_no_have_other_words)
{
    static const char *const words[2][4] = {{"no", "off", "FALSE", "0"},
                                            {"Yes", "on", "true", "1"}};
    for (int i = 0; i < 8; i++) {
        char text[40];
        (void)snprintf(text, sizeof text, "[server]\ntls = %s\n", words[i % 2][i / 2]);
        assert_true(read_text(text));
        assert_int_equal(f.config.server.tls, i % 2);
    }
}

CASE(a_move_filter_may_be_named_or_written_out)
{
    struct filter filter;
    struct error err;
    assert_true(read_text("[strength]\nfilter = base-filter:6:0.2\n"));
    assert_true(config_filter(&f.config, &filter, &err));
    assert_true(filter.by_pruning_net);
    assert_true(read_text("[strength]\n"
                          "filter = xg-large\n"
                          "filter_0 = 6/.1\n"
                          "filter_2 = 2+7/.3, skip\n"));
    assert_true(config_filter(&f.config, &filter, &err));
    assert_int_equal(filter_level_at(&filter, 0, SEARCH_PLY_PRUNING_NET)->extra, 6);
    assert_int_equal(filter_level_at(&filter, 2, 0)->accept, 2);
    assert_int_equal(filter_level_at(&filter, 2, 1)->accept, -1);
    assert_int_equal(filter_level_at(&filter, 3, 0)->extra, 24);
    assert_false(read_text("[strength]\nfilter = gnubg-medium\n"));
    assert_non_null(strstr(f.faults.text[0], "bot.conf:2: strength.filter = "));
    assert_false(read_text("[strength]\nfilter_3 = 8/.1, 4/.1\n"));
    assert_non_null(strstr(f.faults.text[0], "bot.conf:2: strength.filter_3 = "
                                             "'8/.1, 4/.1': expected 3 levels"));
}

CASE(length_none_accepts_no_length)
{
    assert_true(read_text("[accept]\nlengths = none\n"));
    for (int n = 0; n <= MATCH_LENGTH_MAX; n++) {
        assert_false(f.config.accept.lengths.may_play[n]);
    }
}

CASE(template_reads_back_as_the_defaults)
{
    struct config *defaults = malloc(sizeof *defaults);
    assert_non_null(defaults);
    FILE *out = printed_begin();
    config_write_template(out);
    const char *text = printed_end(out);
    assert_true(read_bytes(text, strlen(text)));
    config_default(defaults);
    for (int i = 0; i < option_count; i++) {
        assert_memory_equal((char *)&f.config + options[i].offset,
                            (char *)defaults + options[i].offset, options[i].size);
    }
    free(defaults);
}

/* ---- faults --------------------------------------------------------------------- */

CASE(faults_name_line_expectation_and_remedy)
{
    static const struct fault_row rows[] = {
        {"[server]\nprot = 1\n",
         "bot.conf:2: no option \"prot\" in [server]; did you mean \"port\"?"},
        {"\n\n[sevrer]\nhost = x\n",
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
        {"[accept]\nlengths = 0-5\n",
         "bot.conf:2: accept.lengths = '0-5': out of range: expected numbers and ranges "
         "from 1 to 99, as 1, 3, 5-9"},
        {"[accept]\nlengths = 5-100\n",
         "bot.conf:2: accept.lengths = '5-100': out of range: expected numbers and ranges "
         "from 1 to 99, as 1, 3, 5-9"},
        {"[accept]\nblock = a,,b\n", "bot.conf:2: accept.block = 'a,,b': empty name: "
                                     "expected user names separated by commas"},
        {"[account]\nname = x y\n",
         "bot.conf:2: account.name = 'x y': expected a user name of letters and _"},
        {"[account]\naddress = bot_owner\n",
         "bot.conf:2: account.address = 'bot_owner': expected a mail address, as "
         "bot_owner@example.org"},
        {"[account]\naddress = bot owner@example.org\n",
         "bot.conf:2: account.address = 'bot owner@example.org': expected a mail "
         "address, as bot_owner@example.org"},
        {"[account]\nclient = a_name_of_21_letters_x\n",
         "bot.conf:2: account.client = 'a_name_of_21_letters_x': too long: expected "
         "text, not empty, at most 20 characters"},
        {"[account]\nclient = two words\n",
         "bot.conf:2: account.client = 'two words': expected a name without blanks"},
        {"[talk]\ngreeting = caf\xc3\xa9\n",
         "bot.conf:2: talk.greeting = 'caf?\?': not printable ASCII: expected text"},
        {"[server]\nhost\n", "bot.conf:2: expected \"name = value\" or \"[section]\""},
        {"[server\n", "bot.conf:1: expected \"name = value\" or \"[section]\""},
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
        {"[accept]\n\nlist_url = http://localhost/list\n",
         "bot.conf:3: accept.list_url = 'http://localhost/list': expected an address "
         "that begins with https://"},
    };
    assert_faults(rows);
}

static char *printed(void (*print)(const struct config_faults *faults, FILE *out),
                     const struct config_faults *faults)
{
    FILE *out = printed_begin();
    print(faults, out);
    return printed_end(out);
}

CASE(every_fault_of_a_file_is_told)
{
    assert_false(read_text("[server]\nprot = 1\nhost\nport = 0\n[log]\nlevel = x\n"
                           "[connection]\nkeepalive = 300"));
    assert_int_equal(f.faults.count, 4);
    assert_non_null(strstr(f.faults.text[0], "bot.conf:2:"));
    assert_non_null(strstr(f.faults.text[1], "bot.conf:3:"));
    assert_non_null(strstr(f.faults.text[2], "bot.conf:4:"));
    assert_non_null(strstr(f.faults.text[3], "bot.conf:6:"));
    char *text = printed(config_faults_print, &f.faults);
    assert_int_equal(count_of(text, "\n"), 4);
    f.faults.count = CONFIG_FAULTS_MAX + 3;
    text = printed(config_faults_print, &f.faults);
    assert_int_equal(count_of(text, "\n"), CONFIG_FAULTS_MAX + 1);
    assert_non_null(strstr(text, "\n... and 3 more\n"));
}

CASE(limits_may_be_equal)
{
    assert_true(read_text("[accept]\nmin_rating = 1500\nmax_rating = 1500\n"
                          "min_experience = 9\nmax_experience = 9\n"
                          "[connection]\nbackoff_first = 5\n"
                          "backoff_max = 5\n"));
    assert_true(read_text("[accept]\nmin_experience = 9\nmin_rating = 1500\n"));
}

CASE(what_ends_something_comes_later_than_what_begins_it)
{
    static const char *const texts[] = {
        "[connection]\nkeepalive = 200\nsilence = 200\n",
        "[play]\nask_after = 400\nleave_after = 400\n",
        "[tournament]\nreminder = 200\nno_show = 200\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        f.faults.count = 0;
        assert_false(read_text(texts[i]));
        assert_int_equal(f.faults.count, 1);
        assert_non_null(strstr(f.faults.text[0], "expected more than "));
    }
}

CASE(last_line_without_end_is_checked_too)
{
    assert_false(read_text("[server]\nnonsense"));
    assert_string_equal(f.faults.text[0],
                        "bot.conf:2: expected \"name = value\" or \"[section]\"");
}

CASE(indented_option_is_not_joined_to_the_one_above)
{
    assert_true(read_text("[server]\nhost = a\n\tport = 5\n"));
    assert_string_equal(f.config.server.host, "a");
    assert_int_equal(f.config.server.port, 5);
}

/* ---- limits --------------------------------------------------------------------- */

CASE(overlong_line_is_refused_and_never_cut)
{
    char text[600] = "[server]\nhost = ";
    size_t begin = strlen("[server]\n"), value = strlen(text);
    memset(text + value, 'x', begin + CONFIG_LINE_MAX - value);
    assert_true(read_text(text));
    assert_int_equal(strlen(f.config.server.host), CONFIG_LINE_MAX - 7);
    strcat(text, "x");
    assert_false(read_text(text));
    assert_string_equal(f.faults.text[0], "bot.conf:2: expected at most 190 "
                                          "characters, found more");
    assert_int_equal(f.faults.count, 1);
}

CASE(overlong_file_is_refused)
{
    size_t size = CONFIG_FILE_MAX + 1;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, '\n', size);
    assert_true(read_bytes(text, size - 1));
    assert_false(read_bytes(text, size));
    assert_string_equal(f.faults.text[0],
                        "bot.conf: expected at most 262144 bytes, found more");
    free(text);
}

CASE(zero_byte_is_refused)
{
    assert_false(read_bytes("[server]\nho\0st = a\n", 19));
    assert_string_equal(f.faults.text[0],
                        "bot.conf:2: expected text, found a zero byte");
}

CASE(faults_beyond_the_room_are_counted)
{
    char text[2000] = "[server]\n";
    for (int i = 0; i < 50; i++) {
        strcat(text, "nonsense = 1\n");
    }
    assert_false(read_text(text));
    assert_int_equal(f.faults.count, 50);
}

CASE(too_many_names_are_refused)
{
    char text[8000] = "[accept]\n";
    for (int i = 0; i < CONFIG_NAMES_MAX; i++) {
        strcat(text, "block = somebody\n");
    }
    assert_true(read_text(text));
    assert_int_equal(f.config.accept.block.count, CONFIG_NAMES_MAX);
    strcat(text, "block = one_more\n");
    assert_false(read_text(text));
    assert_non_null(strstr(f.faults.text[0], "longer than 256 names"));
}

CASE(missing_file_and_folder_are_told)
{
    struct config_set *set = config_set_new();
    assert_non_null(set);
    assert_false(config_set_load(set, "/nonexistent/bot.conf", &f.faults));
    assert_string_equal(
        f.faults.text[0],
        "/nonexistent/bot.conf: cannot be opened: No such file or directory");
    memset(&f.faults, 0, sizeof f.faults);
    assert_false(config_set_load(set, "/tmp", &f.faults));
    assert_string_equal(f.faults.text[0], "/tmp: cannot be read: Is a directory");
    config_set_free(set);
}

/* ---- words ---------------------------------------------------------------------- */

CASE(a_misspelt_word_is_told_with_its_line_and_the_nearest)
{
    static const struct fault_row rows[] = {
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
         "disconnect, round, result, finish or stuck, found \"everything\""},
        {"[hours]\nactive = Mon-Fro 18:00-19:00\n",
         "bot.conf:2: hours.active = 'Mon-Fro 18:00-19:00': Fro is not a day; did you "
         "mean Fri?"},
        {"[hours]\nactive = always\n",
         "bot.conf:2: hours.active = 'always': expected hours such as 08:00-23:00 or "
         "Mon-Fri 18:00-23:00, found \"always\""},
    };
    assert_faults(rows);
}

/* ---- overrides and the table ---------------------------------------------------- */

CASE(override_sets_one_option)
{
    assert_true(config_override(&f.config, "strength.play_ply=0", &f.faults));
    assert_int_equal(f.config.strength.play_ply, 0);
    assert_true(config_override(&f.config, "accept.block=opp_a,opp_b", &f.faults));
    assert_true(config_override(&f.config, "accept.block=opp_c", &f.faults));
    assert_int_equal(f.config.accept.block.count, 1);
    assert_true(config_override(&f.config, "talk.greeting=a=b.c", &f.faults));
    assert_string_equal(f.config.talk.greeting, "a=b.c");
    static const char *const bad[] = {
        "",           "port=1", "server.port", "server.prot=1",
        "srever.x=1", "=",      ".=",          "server.port=0"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(config_override(&f.config, bad[i], &f.faults));
        assert_int_equal(f.faults.count, i + 1);
    }
}

CASE(account_name_is_needed_to_play_only)
{
    assert_string_equal(f.config.account.name, ""); /* `fibsbot play` refuses it */
    assert_true(config_check(&f.config, &f.faults));
    assert_true(config_override(&f.config, "account.name=our_bot", &f.faults));
    assert_true(config_override(&f.config, "account.address=a@b.c", &f.faults));
    assert_true(config_override(&f.config, "account.address=", &f.faults));
    assert_true(config_check(&f.config, &f.faults));
}

/* ---- accounts ------------------------------------------------------------------- */

CASE(comment_and_quotes_in_a_value_are_warned_of)
{
    assert_true(read_text("[talk]\ngreeting = Hello # to all\ngoodbye = \"Bye\"\n"
                          "refusal = it's fine, you're no#1 ; # 'this'\n"));
    assert_int_equal(f.faults.warning_count, 2);
    assert_string_equal(
        f.faults.warnings[0],
        "bot.conf:2: warning: \"#\" is part of the value of greeting; write "
        "\" ;\" to begin a comment");
    assert_string_equal(
        f.faults.warnings[1],
        "bot.conf:3: warning: the quotes are part of the value of goodbye; "
        "leave them out");
    assert_string_equal(f.config.talk.greeting, "Hello # to all");
    char *text = printed(config_warnings_print, &f.faults);
    assert_memory_equal(text, f.faults.warnings[0], strlen(f.faults.warnings[0]));
    assert_non_null(strstr(text, "\nbot.conf:3: warning: "));
    assert_true(read_text("[talk]\ngoodbye = 'Bye'\n"));
    assert_int_equal(f.faults.warning_count, 1);
}

CASE(a_path_is_not_switched_on_or_off)
{
    static const char *const words[] = {"yes", "No", "on", "off", "true", "none"};
    struct config config;
    config_default(&config);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct config_faults faults = {0};
        char text[60];
        FORMAT_TEXT(text, "log.trace=%s", words[i]);
        assert_false(config_override(&config, text, &faults));
        assert_non_null(strstr(faults.text[0],
                               "expected a path; leave it empty for none, "
                               "or write ./"));
        FORMAT_TEXT(text, "log.trace=./%s", words[i]);
        assert_true(config_override(&config, text, &faults));
        FORMAT_TEXT(text, "talk.greeting=%s", words[i]);
        assert_true(config_override(&config, text, &faults));
    }
}

CASE(time_to_think_is_a_rollers_unless_something_else_is_asked_for)
{
    static const struct {
        const char *text, *said;
    } rows[] = {
        {"", "2-ply"},
        {"[strength]\nthink_time = 900\n", "roller++"},
        {"[strength]\nthink_time = 900\nroller = none\n", "2-ply"},
        {"[strength]\nthink_time = 900\nroller = roller\n", "roller"},
        {"[strength]\nthink_time = 900\nplay_ply = 0\n", "0-ply"},
        {"[strength]\nthink_time = 900\nnoise = 0.1\n", "2-ply, noise 0.1"},
        {"[strength]\nthink_time = 900\ncube_noise = 0.1\n", "2-ply"},
        {"[strength]\nnoise = 0.1\ncube_noise = 0.2\n", "2-ply, noise 0.1"},
        {"[strength]\nthink_time = 900\nlevel = expert\n", "level expert"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char said[64];
        config_default(&f.config);
        assert_true(read_text(rows[i].text));
        strength_describe(&f.config, said, sizeof said);
        assert_string_equal(said, rows[i].said);
        strength_describe_match(&f.config, "", said, sizeof said);
        assert_string_equal(said, rows[i].said);
        strength_describe_match(&f.config, "1500", said, sizeof said);
        assert_string_equal(said, "level 1500");
    }
}

CASE(plays_and_cube_have_a_noise_each)
{
    struct strength strength;
    struct error err = {0};
    assert_true(read_text("[strength]\nnoise = 0.25\ncube_noise = 0.5\n"));
    assert_good(strength_from_config(&f.config, &strength, &err), &err);
    assert_true(strength.noise == 0.25F);
    assert_true(strength.cube_noise == 0.5F);
}

TEST_MAIN(NULL, NULL)
