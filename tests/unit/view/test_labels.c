/* Names of points in a plot cover neither each other nor a point. */
#include <math.h>
#include <string.h>

#include "tests/unit/test_case.h"
#include "view/labels.h"

TEST(a_point_alone_has_its_name_at_the_right_above)
{
    struct labels_label label = {.x = 100, .y = 50, .text = "alone"};
    labels_place(&label, 1);
    assert_false(label.is_left);
    assert_false(label.is_far_off);
    assert_true(label.text_x == 107 && label.text_y == 46);
}

/* Lines of one text, 11 pixels high, whose letters take five pixels at the least. */
static bool texts_meet(const struct labels_label *a, const struct labels_label *b)
{
    double a_width = 5.0 * (double)strlen(a->text);
    double b_width = 5.0 * (double)strlen(b->text);
    double a_left = a->is_left ? a->text_x - a_width : a->text_x;
    double b_left = b->is_left ? b->text_x - b_width : b->text_x;
    return fabs(a->text_y - b->text_y) < 11.0 && a_left < b_left + b_width &&
           b_left < a_left + a_width;
}

static bool covers(const struct labels_label *label, double x, double y)
{
    double width = 5.0 * (double)strlen(label->text);
    double left = label->is_left ? label->text_x - width : label->text_x;
    return x > left && x < left + width && y > label->text_y - 9.0 &&
           y < label->text_y + 2.0;
}

TEST(names_of_a_crowd_cover_neither_each_other_nor_a_point)
{
    enum { COUNT = 10 };
    struct labels_label labels[COUNT];
    for (int i = 0; i < COUNT; i++) { /* the last two at one place */
        labels[i] = (struct labels_label){.x = 200.0 + 9 * (i < 9 ? i : 8),
                                          .y = 200.0 + 5 * (i % 3 == 0),
                                          .text = "20/.40, 8/.08"};
    }
    labels[9].y = labels[8].y;
    labels_place(labels, COUNT);
    bool is_any_far_off = false;
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(labels[i].is_far_off,
                         fabs(labels[i].text_y - labels[i].y) > 10);
        is_any_far_off |= labels[i].is_far_off;
        for (int j = 0; j < COUNT; j++) {
            assert_false(i != j && texts_meet(&labels[i], &labels[j]));
            assert_false(covers(&labels[i], labels[j].x, labels[j].y));
        }
    }
    assert_true(is_any_far_off);
}

TEST(a_name_without_room_stands_at_the_right)
{
    enum { COUNT = 40 };
    struct labels_label labels[COUNT];
    for (int i = 0; i < COUNT; i++) {
        labels[i] = (struct labels_label){.x = 300, .y = 300, .text = "the same place"};
    }
    labels_place(labels, COUNT);
    assert_false(labels[COUNT - 1].is_left);
    assert_false(labels[COUNT - 1].is_far_off);
    assert_true(labels[COUNT - 1].text_y == 296);
}

TEST_MAIN(NULL, NULL)
