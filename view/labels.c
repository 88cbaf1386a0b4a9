#include "view/labels.h"

#include <string.h>

/* Of a sans-serif letter in the mean, and of a line, above its baseline and in all. */
#define LETTER_WIDTH 5.8
#define LINE_ASCENT  9.0
#define LINE_HEIGHT  11.0
/* From a point to its text, and half of what a point takes. */
#define GAP   7.0
#define POINT 4.0

struct box {
    double left, top, right, bottom;
};

/* Where the baseline may be below the point, the best first, and from which one on a
 * line is needed. */
static const double baselines[] = {-4,  10, 4,   -16, 22,  -28, 34,
                                   -40, 46, -52, 58,  -64, 70};
enum { BASELINES = sizeof baselines / sizeof baselines[0], NEAR_BASELINES = 3 };

static bool boxes_meet(const struct box *a, const struct box *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom &&
           b->top < a->bottom;
}

static struct box box_of_text(const struct labels_label *label)
{
    double width = LETTER_WIDTH * (double)strlen(label->text);
    double left = label->is_left ? label->text_x - width : label->text_x;
    double top = label->text_y - LINE_ASCENT;
    return (struct box){left, top, left + width, top + LINE_HEIGHT};
}

static struct box box_of_point(const struct labels_label *label)
{
    return (struct box){label->x - POINT, label->y - POINT, label->x + POINT,
                        label->y + POINT};
}

static void move_to(struct labels_label *label, int baseline, bool is_left)
{
    label->is_left = is_left;
    label->is_far_off = baseline >= NEAR_BASELINES;
    label->text_x = label->x + (is_left ? -GAP : GAP);
    label->text_y = label->y + baselines[baseline];
}

/* Is the text of labels[which] clear of all points and of the texts before it? */
static bool is_clear(const struct labels_label *labels, int count, int which)
{
    struct box text = box_of_text(&labels[which]);
    for (int i = 0; i < count; i++) {
        struct box point = box_of_point(&labels[i]);
        if (boxes_meet(&text, &point)) {
            return false;
        }
    }
    for (int i = 0; i < which; i++) {
        struct box other = box_of_text(&labels[i]);
        if (boxes_meet(&text, &other)) {
            return false;
        }
    }
    return true;
}

static void place(struct labels_label *labels, int count, int which)
{
    for (int baseline = 0; baseline < BASELINES; baseline++) {
        for (int side = 0; side < 2; side++) {
            move_to(&labels[which], baseline, side == 1);
            if (is_clear(labels, count, which)) {
                return;
            }
        }
    }
    move_to(&labels[which], 0, false);
}

void labels_place(struct labels_label *labels, int count)
{
    for (int i = 0; i < count; i++) {
        place(labels, count, i);
    }
}
