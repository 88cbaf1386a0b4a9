#include <string.h>

#include <jansson.h>

#include "base/shown.h"
#include "bot/review/collection/collection.h"
#include "bot/review/collection/collection_internal.h"
#include "engine/board/board_view.h"
#include "engine/board/decision_context.h"
#include "engine/board/xgid.h"
#include "view/draw.h"

/* Text of strangers as HTML in one line: a tab would end the field, a line end the note. */
static void write_html(const char *text, FILE *out)
{
    for (const char *c = text; *c != '\0'; c++) {
        switch (*c) {
        case '<':
            fputs("&lt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\n':
            fputs("<br>", out);
            break;
        default:
            fputc(*c == '\t' || *c == '\r' ? ' ' : *c, out);
        }
    }
}

/* ---- the question ---------------------------------------------------------------- */

static void write_board(const struct decision_context *at, const char *player,
                        const char *opponent, FILE *out)
{
    char text[DRAW_SIZE];
    const struct board_view view = decision_context_view(at);
    draw_parts(&view, player, opponent, false, text, NULL);
    fputs("<pre style=\"text-align:left;display:inline-block\">", out);
    write_html(text, out);
    fputs("</pre><br>", out);
}

static void write_question(const json_t *one, FILE *out)
{
    const char *action = collection_text(one, "a"), *dice = collection_text(one, "d");
    if (dice[0] != '\0') {
        fprintf(out, "%c-%c. What do you play?", dice[0], dice[1]);
    } else {
        fputs(strstr(action, "double") != NULL ? "Do you double?"
                                               : "You are doubled. Do you take?",
              out);
    }
}

/* ---- the answer ------------------------------------------------------------------ */

static const char *action_words(const char *action)
{
    return strcmp(action, "no_double") == 0 ? "no double" : action;
}

static void write_candidates(const json_t *candidates, FILE *out)
{
    const json_t *row;
    size_t i;
    double best = json_number_value(json_array_get(json_array_get(candidates, 0), 1));
    fputs("<table>", out);
    json_array_foreach(candidates, i, row)
    {
        double equity = json_number_value(json_array_get(row, 1));
        fputs("<tr><td>", out);
        write_html(json_string_value(json_array_get(row, 0)), out);
        fprintf(out, "</td><td>%+.3f</td><td>%.3f</td><td>%.1f %%</td></tr>",
                shown_number(equity, 3), best - equity,
                json_number_value(json_array_get(row, 3)));
    }
    fputs("</table>", out);
}

static void write_cube(const json_t *cube, FILE *out)
{
    static const char *const names[] = {"no double", "double, take", "double, pass"};
    const json_t *equities = json_object_get(cube, "e");
    fputs("<table>", out);
    for (size_t i = 0; i < 3; i++) {
        fprintf(out, "<tr><td>%s</td><td>%+.3f</td></tr>", names[i],
                shown_number(json_number_value(json_array_get(equities, i)), 3));
    }
    fputs("</table>", out);
}

static void write_answer(const json_t *one, FILE *out)
{
    bool is_play = strcmp(collection_text(one, "a"), "play") == 0;
    fputs("<b>", out);
    write_html(is_play ? collection_text(one, "b")
                       : action_words(collection_text(one, "b")),
               out);
    fputs("</b><br>In the match: ", out);
    write_html(is_play ? collection_text(one, "m")
                       : action_words(collection_text(one, "a")),
               out);
    fprintf(out, ", loses %.3f<br>", json_number_value(json_object_get(one, "l")));
    write_html(collection_text(one, "why"), out);
    if (json_object_get(one, "c") != NULL) {
        write_candidates(json_object_get(one, "c"), out);
    } else if (json_object_get(one, "q") != NULL) {
        write_cube(json_object_get(one, "q"), out);
    }
    write_html(collection_text(one, "x"), out);
}

/* ---- the file -------------------------------------------------------------------- */

static void write_card(const struct database_rows *rows, FILE *out)
{
    struct decision_context at;
    json_t *one = json_loads(database_text(rows, 0), 0, NULL);
    if (one != NULL && xgid_read(collection_text(one, "x"), &at, NULL)) {
        write_board(&at, database_text(rows, 1), database_text(rows, 2), out);
        write_question(one, out);
        fputc('\t', out);
        write_answer(one, out);
        if (database_text(rows, 4)[0] != '\0') {
            fputs("<br>", out);
            write_html(database_text(rows, 4), out);
        }
        fputc('\t', out);
        write_html(database_text(rows, 3), out);
        fputc('\n', out);
    }
    json_decref(one);
}

bool collection_anki(struct collection *collection, FILE *out, struct error *err)
{
    char player[RECORD_NAME_MAX];
    collection_player(collection, player);
    struct database_rows *rows = database_query(
        collection->database, err,
        "SELECT document, player, opponent, replace(theme, ' ', '_'), note FROM review_error"
        " WHERE player = ? AND loss > 0 AND theme != 'beaver' ORDER BY id",
        "s", player);
    fputs("#separator:tab\n#html:true\n#tags column:3\n", out);
    while (rows != NULL && database_next(rows)) {
        write_card(rows, out);
    }
    bool is_good = rows != NULL && database_done(rows, err);
    return is_good && (!ferror(out) || error_set(err, "the file cannot be written"));
}
