/* What `config --show` prints, and what the table of options must agree with. */
#include "tests/unit/bot/config/config_text.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

static char *show(const struct config_set *set)
{
    FILE *out = printed_begin();
    config_show(set, "bot.conf", out);
    return printed_end(out);
}

static const char two_accounts[] =
    "[server]\n\nhost = 127.0.0.1\n[accept]\nallow = anna, bert\nallow = carl\n"
    "lengths = 1, 3, 5-9, 99\n[strength]\nfilter_3 = skip, 8/.16, 4/.08\n"
    "filter = gnubg-normal\nfilter = 2: 12/.24, 6/.12\nnoise = 0.1\ncube_noise = 0.0123\n"
    "[invite]\nlength = unlimited\n[account a_bot]\npassword_file = a.password\n"
    "strength.level = 1700\naccept.lengths = none\n[account b_bot]\n"
    "play.on_stop = leave\n[talk]\ngreeting = It's me\n";

CASE(every_setting_is_shown_with_where_it_comes_from)
{
    (void)unsetenv("FIBSBOT_PASSWORD");
    (void)setenv("STATE_DIRECTORY", "/state", 1);
    struct config_set *set = read_set_of(two_accounts, strlen(two_accounts));
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
        assert_holds(shown, lines[i]);
    }
    (void)setenv("FIBSBOT_PASSWORD", "hidden", 1);
    shown = show(set);
    assert_holds(shown,
                 "password_file =                              ; default; environment "
                 "FIBSBOT_PASSWORD\n");
    assert_null(strstr(shown, "hidden"));
    (void)unsetenv("FIBSBOT_PASSWORD");
    config_set_free(set);
}

static void assert_same(struct config *config, const struct config *other)
{
    struct config_changes changes;
    config_take_over(config, other, &changes);
    assert_string_equal(changes.taken, "");
    assert_string_equal(changes.waiting, "");
}

CASE(what_is_shown_reads_back_as_the_same)
{
    struct config_set *set = read_set_of(two_accounts, strlen(two_accounts));
    for (int i = 0; i < 100; i++) { /* a list of many lines */
        struct config_name_list *block = &set->common.accept.block;
        (void)snprintf(block->names[block->count++], USER_NAME_SIZE,
                       "user_with_a_long_name_%c%c", 'a' + i / 10, 'a' + i % 10);
        set->common.accept.lengths.may_play[i] = i % 3 == 1;
    }
    set->accounts[0]->accept.block = set->common.accept.block;
    (void)memset(set->common.talk.greeting, 'x', 175);
    set->common.strength.noise = 1.0 / 3.0;
    char *shown = show(set);
    struct config_set *again = read_set_of(shown, strlen(shown));
    assert_int_equal(f.faults.count, 0);
    assert_int_equal(again->count, 2);
    assert_same(&set->common, &again->common);
    assert_same(set->accounts[0], again->accounts[0]);
    assert_same(set->accounts[1], again->accounts[1]);
    config_set_free(set);
    config_set_free(again);
}

CASE(table_is_sound)
{
    for (int i = 0; i < option_count; i++) {
        struct error why;
        option_clear(&options[i], &f.config, NULL);
        assert_true(option_set(&options[i], &f.config, options[i].initial, &why));
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
    return option->scope != OPTION_BOTH;
}

CASE(what_belongs_to_the_whole_program_is_in_the_table)
{
    char text[2000];
    list_options(is_of_the_program, text);
    assert_string_equal(
        text, " account.name account.state_folder account.debuggable accept.list_file "
              "accept.list_url accept.list_every play.observe play.observe_pace "
              "strength.threads "
              "strength.pool strength.weights history.* notify.* "
              "log.level log.file log.size log.files log.format status.* tournament.*");
}

static bool is_fixed(const struct option *option)
{
    return option->reload == OPTION_FIXED;
}

CASE(what_needs_a_restart_is_in_the_table)
{
    char text[2000];
    list_options(is_fixed, text);
    assert_string_equal(
        text,
        " server.* account.* accept.list_file accept.list_url accept.list_every "
        "play.observe play.observe_pace "
        "strength.threads strength.pool strength.weights owner.* record.decisions "
        "record.decisions_size record.decisions_files record.required history.* notify.* "
        "log.file log.size log.files log.format log.trace log.trace_size "
        "log.trace_files status.* tournament.* entrant.* connection.*");
}

CASE(a_manual_page_tells_of_each_option_where_it_stands_and_when_it_counts)
{
    FILE *out = printed_begin();
    config_write_man(out);
    const char *text = printed_end(out);
    assert_holds(text, ".B port\nTCP port of the server.\n"
                       "Takes a whole number from 1 to 65535; default 4321.\n"
                       "A change counts after a restart.\n.TP\n");
    assert_holds(text, "in threads; default 1.\nNot in [account NAME].\n"
                       "A change counts after a restart.\n");
    assert_holds(text, "while it is played.\nTakes yes or no; default yes.\n"
                       "A change counts with the next match.\n.TP\n");
    assert_holds(text, "level to log.\nTakes one of: error warning info debug; "
                       "default info.\nNot in [account NAME].\n.TP\n");
    assert_holds(text, "use them.\nTakes text; empty by default.\n.TP\n");
    out = printed_begin();
    config_write_markdown(out);
    text = printed_end(out);
    assert_holds(text, " | both | after a restart | TCP port of the server. |\n");
    assert_holds(text, " | program | at once | Least important level to log. |\n");
    assert_holds(text, "| account | after a restart | ");
}

CASE(log_levels_are_those_of_the_log)
{
    for (int level = LOG_ERROR; level <= LOG_DEBUG; level++) {
        char text[64];
        FORMAT_TEXT(text, "log.level=%s", log_level_name((enum log_level)level));
        assert_true(config_override(&f.config, text, &f.faults));
        assert_int_equal(f.config.log.level, level);
    }
}

CASE(notification_shapes_are_those_of_the_messages)
{
    static const char *const words[] = {[NOTIFY_JSON] = "json",
                                        [NOTIFY_DISCORD] = "discord",
                                        [NOTIFY_SLACK] = "slack",
                                        [NOTIFY_NTFY] = "ntfy"};
    for (int shape = NOTIFY_JSON; shape <= NOTIFY_NTFY; shape++) {
        char text[64];
        FORMAT_TEXT(text, "notify.shape=%s", words[shape]);
        assert_true(config_override(&f.config, text, &f.faults));
        assert_int_equal(f.config.notify.shape, shape);
        assert_int_equal(notify_shape_has_topic((enum notify_shape)shape),
                         shape == NOTIFY_NTFY);
    }
}

TEST_MAIN(NULL, NULL)
