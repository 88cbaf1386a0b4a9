/* Several accounts in one bot.conf: what they share, what is their own. */
#include "tests/unit/bot/config/config_text.h"
#include "tests/unit/test_case.h"

static struct config_set *read_set(const char *text)
{
    return read_set_of(text, strlen(text));
}

CASE(an_account_may_have_a_trace_of_its_own)
{
    struct config_set *set = read_set("[log]\ntrace = t\n[account first_bot]\n"
                                      "log.trace = own\n[account second_bot]\n");
    assert_string_equal(set->accounts[0]->log.trace, "own");
    assert_string_equal(set->accounts[1]->log.trace, "t.second_bot");
    config_set_free(set);
}

CASE(accounts_take_what_is_common_and_add_their_own)
{
    struct config_set *set = read_set("[account first_bot]\n"
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
    struct config_faults faults = {0};
    assert_true(config_set_override(set, "log.trace=u", &faults));
    assert_string_equal(first->log.trace, "u.first_bot");
    assert_string_equal(second->log.trace, "u.second_bot");
    assert_ptr_equal(config_set_find(set, "second_bot"), second);
    assert_null(config_set_find(set, "third_bot"));
    config_set_free(set);
}

/* An account may speak another language: host and port follow where they are the other's,
 * as those of the template are. */
CASE(host_and_port_follow_the_protocol)
{
    struct config_set *set = read_set("[account first_bot]\n"
                                      "server.protocol = bgammon\n"
                                      "[account second_bot]\n"
                                      "server.protocol = bgammon\n"
                                      "server.host = ::1\n"
                                      "server.port = 4567\n"
                                      "[account third_bot]\n"
                                      "[server]\n"
                                      "host = fibs.com\n"
                                      "port = 4321\n"
                                      "protocol = fibs\n");
    assert_int_equal(set->count, 3);
    const struct config *first = set->accounts[0], *second = set->accounts[1];
    assert_int_equal(first->server.protocol, CONFIG_PROTOCOL_BGAMMON);
    assert_string_equal(first->server.host, "bgammon.org");
    assert_int_equal(first->server.port, 1337);
    assert_string_equal(second->server.host, "::1");
    assert_int_equal(second->server.port, 4567);
    assert_int_equal(set->accounts[2]->server.protocol, CONFIG_PROTOCOL_FIBS);
    assert_string_equal(set->accounts[2]->server.host, "fibs.com");
    assert_int_equal(set->accounts[2]->server.port, 4321);
    config_set_free(set);
}

/* The template's value, too, before or after the protocol; another value stays. */
CASE(at_bgammon_an_inactive_opponent_is_left_later)
{
    struct config_set *set = read_set("[account first_bot]\n"
                                      "server.protocol = bgammon\n"
                                      "[account second_bot]\n"
                                      "[account third_bot]\n"
                                      "server.protocol = bgammon\n"
                                      "play.leave_after = 480\n"
                                      "[play]\n"
                                      "leave_after = 360\n");
    assert_int_equal(set->accounts[0]->play.leave_after, 660);
    assert_int_equal(set->accounts[1]->play.leave_after, 360);
    assert_int_equal(set->accounts[2]->play.leave_after, 480);
    config_set_free(set);
    set = read_set("[server]\n"
                   "protocol = bgammon\n"
                   "[play]\n"
                   "leave_after = 360\n"
                   "[account first_bot]\n");
    assert_int_equal(set->accounts[0]->play.leave_after, 660);
    config_set_free(set);
}

/* Whatever the order of the lines; an own port of an own host is as it is written. */
CASE(the_other_protocols_address_is_never_meant)
{
    struct config_set *set = read_set("[server]\n"
                                      "protocol = bgammon\n"
                                      "host = fibs.com\n"
                                      "port = 4321\n"
                                      "[account first_bot]\n"
                                      "[account second_bot]\n"
                                      "server.host = ::1\n"
                                      "server.port = 4321\n");
    char site[CONFIG_TEXT_MAX];
    assert_string_equal(set->common.server.host, "bgammon.org");
    assert_int_equal(set->common.server.port, 1337);
    assert_int_equal(set->accounts[1]->server.port, 4321);
    config_site(set->accounts[0], site);
    assert_string_equal(site, "bgammon.org");
    config_site(set->accounts[1], site);
    assert_string_equal(site, "bgammon.org at ::1");
    config_set_free(set);
    set = read_set("[server]\nprotocol = bgammon\ntransport = websocket\n"
                   "[account first_bot]\n");
    assert_string_equal(set->common.server.host, "ws.bgammon.org");
    assert_int_equal(set->common.server.port, 443);
    config_site(set->accounts[0], site);
    assert_string_equal(site, "bgammon.org");
    config_set_free(set);
    set = read_set("[account first_bot]\n");
    config_site(set->accounts[0], site);
    assert_string_equal(site, "fibs.com");
    config_set_free(set);
}

CASE(a_file_without_accounts_has_none)
{
    struct config_set *set = read_set("[account]\nname = our_bot\n");
    assert_int_equal(set->count, 0);
    assert_string_equal(set->common.account.name, "our_bot");
    config_set_free(set);
}

CASE(accounts_inherit_filter_lines_until_they_set_their_own)
{
    struct config_set *set = read_set("[strength]\n"
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
    struct filter filter = *filter_find(filter_default_name);
    assert_filter(set->accounts[0], 11, 7);
    assert_filter(set->accounts[1], 9, 5);
    assert_filter(set->accounts[2], filter_level_at(&filter, 2, 0)->extra, 7);
    assert_filter(set->accounts[3], 11, 4);
    config_set_free(set);
}

CASE(faults_of_accounts_tell_line_and_remedy)
{
    /* clang-format off */
    static const struct fault_row rows[] = {
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
    assert_faults(rows);
}

CASE(too_many_accounts_are_refused)
{
    char text[65 * 20] = "";
    for (int i = 0; i < 65; i++) {
        (void)snprintf(text + strlen(text), sizeof text - strlen(text),
                       "[account a%c%c]\n", 'a' + i / 26, 'a' + i % 26);
    }
    struct config_set *set = read_set(text);
    assert_int_equal(f.faults.count, 1);
    assert_string_equal(f.faults.text[0],
                        "bot.conf:65: expected at most 64 accounts, found more");
    config_set_free(set);
}

CASE(overrides_reach_every_account)
{
    struct config_set *set = read_set("[account a]\n[account b]\nserver.port = 7\n");
    assert_true(config_set_override(set, "server.port=9", &f.faults));
    assert_int_equal(set->common.server.port, 9);
    assert_int_equal(set->accounts[0]->server.port, 9);
    assert_int_equal(set->accounts[1]->server.port, 9);
    assert_false(config_set_override(set, "account.name=c", &f.faults));
    assert_string_equal(f.faults.text[0], "no section [account c]");
    assert_int_equal(set->count, 2);
    assert_true(config_set_override(set, "account.name=b", &f.faults));
    assert_int_equal(set->count, 1);
    assert_string_equal(set->accounts[0]->account.name, "b");
    config_set_free(set);
}

CASE(entrants_are_accounts_with_options_of_their_own)
{
    struct config_set *set = read_set("[tournament]\nkind = knock-out\n"
                                      "[entrant b_bot]\n"
                                      "strength.level = 1700\n"
                                      "[account the_director]\n"
                                      "password_file = d.password\n"
                                      "[entrant a_friend]\n"
                                      "foreign = yes\n");
    assert_int_equal(set->count, 3);
    assert_int_equal(set->common.tournament.kind, CONFIG_TOURNAMENT_KNOCK_OUT);
    assert_true(set->is_entrant[0]);
    assert_string_equal(set->accounts[0]->account.name, "b_bot");
    assert_string_equal(set->accounts[0]->strength.level, "1700");
    assert_false(set->accounts[0]->entrant.foreign);
    assert_false(set->is_entrant[1]);
    assert_true(set->is_entrant[2]);
    assert_true(set->accounts[2]->entrant.foreign);
    assert_true(config_set_override(set, "account.name=the_director", NULL));
    assert_false(set->is_entrant[0]);
    config_set_free(set);
}

TEST_MAIN(NULL, NULL)
