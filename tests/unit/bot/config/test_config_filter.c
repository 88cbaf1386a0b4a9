/* The lines of bot.conf that set the move filter. */
#include "tests/unit/bot/config/config_text.h"
#include "tests/unit/test_case.h"

CASE(filter_lines_name_a_filter_and_set_its_rows)
{
    assert_true(read_text("[strength]\n"
                          "filter = 2: 11/.24, 6/.12\n"
                          "filter = xg-large\n"
                          "filter = 0 : 7/.1\n"));
    assert_filter(&f.config, 11, 7);
    assert_int_equal(f.faults.warning_count, 0);
    struct filter filter;
    assert_true(config_filter(&f.config, &filter, NULL));
    assert_int_equal(filter_level_at(&filter, 3, 0)->extra, 24);
}

CASE(filter_lines_that_say_a_thing_twice_are_refused)
{
    static const struct fault_row rows[] = {
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
    assert_faults(rows);
}

CASE(old_filter_rows_are_read_with_a_warning)
{
    assert_true(read_text("[strength]\nfilter_2 = 9/.3, 5/.1\nfilter_0 =\n"));
    assert_int_equal(f.faults.warning_count, 1);
    assert_string_equal(f.faults.warnings[0],
                        "bot.conf:2: warning: strength.filter_2 is the old form of "
                        "\"filter = 2: 9/.3, 5/.1\"");
    struct filter filter;
    assert_true(config_filter(&f.config, &filter, NULL));
    assert_int_equal(filter_level_at(&filter, 2, 0)->extra, 9);
}

CASE(a_filter_line_comes_before_an_old_row)
{
    assert_true(read_text("[strength]\n"
                          "filter = 2: 11/.24, 6/.12\n"
                          "filter_2 = 9/.3, 5/.1\n"
                          "filter_0 = 7/.1\n"));
    assert_filter(&f.config, 11, 7);
    assert_int_equal(f.faults.warning_count, 2);
}

CASE(command_line_replaces_one_row_of_the_filter)
{
    struct config *config = &f.config;
    assert_true(read_text("[strength]\nfilter = 0: 7/.1\nfilter = 2: 8/.1, 4/.1\n"));
    assert_true(config_override(config, "strength.filter=2: 11/.1, 4/.1", &f.faults));
    assert_filter(config, 11, 7);
    assert_true(config_override(config, "strength.filter=base-filter:6", &f.faults));
    assert_filter(config, 6, 6);
}

TEST_MAIN(NULL, NULL)
