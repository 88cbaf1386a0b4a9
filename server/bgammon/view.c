#include "server/bgammon/bgammond_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

enum { OFF, THEIR_OFF = 25, BAR, THEIR_BAR };

/* ---- points ---------------------------------------------------------------------- */

/* The other side's number: 26 <-> 27, 0 <-> 25, and the points. */
static int turned_point(int seat, int point)
{
    if (seat == 0) {
        return point;
    }
    return point >= BAR ? BAR + THEIR_BAR - point : THEIR_OFF - point;
}

/* A slot of reference/ as a point of seat 0. */
static int point_of_slot(int slot, int colour, bool is_from)
{
    if (is_from && slot == reference_bar(colour)) {
        return colour == REFERENCE_O ? BAR : THEIR_BAR;
    }
    return slot;
}

int bgammond_view_slot(int seat, int point, bool is_from)
{
    int colour = bgammond_colour(seat);
    if (point == BAR) {
        return is_from ? reference_bar(colour) : -1;
    }
    if (point == OFF) {
        return is_from ? -1 : reference_home(colour);
    }
    return point >= 1 && point <= 24 ? turned_point(seat, point) : -1;
}

static json_t *hop_as_json(int seat, const struct bgammond_hop *hop, int colour)
{
    int from = point_of_slot(hop->from, colour, true);
    int to = point_of_slot(hop->to, colour, false);
    return json_pack("[i,i]", turned_point(seat, from), turned_point(seat, to));
}

/* No element is null, as the real server has it. */
static json_t *array_or_null(const struct bgammond *server, json_t *array)
{
    if (json_array_size(array) > 0 || server->config.faults.has_empty_arrays) {
        return array;
    }
    json_decref(array);
    return json_null();
}

static json_t *hops_as_json(const struct bgammond_match *match, int seat,
                            const struct bgammond_hop *hops, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++) {
        json_array_append_new(
            array, hop_as_json(seat, &hops[i], bgammond_colour(match->turn)));
    }
    return array_or_null(match->server, array);
}

/* ---- sending --------------------------------------------------------------------- */

void bgammond_view_send(struct bgammond_client *client, json_t *event)
{
    static const char unknown[] =
        "{\"Type\":\"weather\",\"Player\":\"\",\"Sky\":null}\n";
    if (client != NULL && client->server->config.faults.has_unknown) {
        json_object_set_new(event, "Weather", json_pack("{s:[i,n]}", "Clouds", 3));
        bgammond_write(client, unknown, sizeof unknown - 1);
    }
    char *text = client == NULL ? NULL : json_dumps(event, JSON_COMPACT);
    if (text != NULL) {
        bgammond_write(client, text, strlen(text));
        bgammond_write(client, "\n", 1);
    }
    free(text);
    json_decref(event);
}

static void send_message(struct bgammond_client *client, const char *type,
                         const char *member, const char *text)
{
    bgammond_view_send(
        client, json_pack("{s:s,s:s,s:s}", "Type", type, "Player", "", member, text));
}

void bgammond_view_notice(struct bgammond_client *client, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    send_message(client, "notice", "Message", text);
}

void bgammond_view_failure(struct bgammond_client *client, const char *type,
                           const char *reason)
{
    send_message(client, type, "Reason", reason);
}

void bgammond_view_failed_move(struct bgammond_client *client, int from, int to)
{
    bgammond_view_send(client, json_pack("{s:s,s:s,s:i,s:i,s:s}", "Type", "failedmove",
                                         "Player", "", "From", from, "To", to, "Reason",
                                         "Illegal move."));
}

static json_t *event_of(const char *type, const char *player)
{
    return json_pack("{s:s,s:s}", "Type", type, "Player", player);
}

static int players_of(const struct bgammond_match *match)
{
    return (match->seats[0].name[0] != '\0') + (match->seats[1].name[0] != '\0');
}

void bgammond_view_list(struct bgammond_client *client)
{
    json_t *games = json_array(), *event = event_of("list", "");
    for (const struct bgammond_match *match = client->server->matches; match != NULL;
         match = match->next) {
        json_array_append_new(
            games, json_pack("{s:i,s:b,s:i,s:i,s:i,s:s}", "ID", match->id, "Password",
                             0, "Points", match->length, "Players", players_of(match),
                             "Rating", 0, "Name", match->title));
    }
    json_object_set_new(event, "Games", array_or_null(client->server, games));
    bgammond_view_send(client, event);
}

/* ---- the board ------------------------------------------------------------------- */

void bgammond_view_read(const int slots[BGAMMOND_SLOTS], struct reference_board *board)
{
    *board = (struct reference_board){.off_o = (signed char)slots[OFF],
                                      .off_x = (signed char)-slots[THEIR_OFF]};
    board->point[25] = (signed char)slots[BAR];
    board->point[0] = (signed char)slots[THEIR_BAR];
    for (int point = 1; point <= 24; point++) {
        board->point[point] = (signed char)slots[point];
    }
}

static json_t *slots_as_json(const struct reference_board *board, int seat)
{
    int own[BGAMMOND_SLOTS] = {[OFF] = board->off_o,
                               [THEIR_OFF] = -board->off_x,
                               [BAR] = board->point[25],
                               [THEIR_BAR] = board->point[0]};
    json_t *array = json_array();
    for (int point = 1; point <= 24; point++) {
        own[point] = board->point[point];
    }
    for (int i = 0; i < BGAMMOND_SLOTS; i++) {
        int count = own[turned_point(seat, i)];
        json_array_append_new(array, json_integer(seat == 0 ? count : -count));
    }
    return array;
}

/* A seat that is kept for who is away shows nobody. */
static json_t *player_as_json(const struct bgammond_seat *player, int number)
{
    return json_pack("{s:i,s:s,s:i,s:i,s:b,s:i,s:i}", "Number", number, "Name",
                     player->client == NULL ? "" : player->name, "Rating",
                     player->rating, "Points", player->points, "Entered", 1, "Inactive",
                     0, "Icon", 0);
}

/* 0: nobody, 1: the seat, 2: the other */
static int number_for(int seat, int player)
{
    return player < 0 ? 0 : player == seat ? 1 : 2;
}

static json_t *available_as_json(const struct bgammond_match *match, int seat)
{
    struct bgammond_hops hops = {.count = 0};
    bool is_shown =
        match->turn == seat || !match->server->config.faults.hides_their_hops;
    if (is_shown && match->winner < 0) {
        bgammond_hops_available(match, &hops);
    }
    return hops_as_json(match, seat, hops.hop, hops.count);
}

static void add_dice(const struct bgammond_match *match, int seat, json_t *event)
{
    bool is_turned = seat == 1 && (match->is_opening || match->turn < 0);
    const int dice[2] = {match->turn < 0 ? match->seats[0].die : match->roll[0],
                         match->turn < 0 ? match->seats[1].die : match->roll[1]};
    json_object_set_new(event, "Roll1", json_integer(dice[is_turned ? 1 : 0]));
    json_object_set_new(event, "Roll2", json_integer(dice[is_turned ? 0 : 1]));
    json_object_set_new(event, "Roll3", json_integer(0));
}

void bgammond_view_board(const struct bgammond_match *match, int seat, bool is_forced)
{
    const struct bgammond_seat *seats = match->seats;
    if (seats[seat].client == NULL) {
        return;
    }
    json_t *event = json_pack(
        "{s:s,s:s,s:I,s:I,s:o,s:o,s:i,s:o,s:i,s:o,s:i,s:i,s:i,s:i,s:i,s:b,s:b,s:i,s:o,s:b,"
        "s:b}",
        "Type", "board", "Player", "", "Started", (json_int_t)match->started_s, "Ended",
        (json_int_t)match->ended_s, "Player1", player_as_json(&seats[seat], 1),
        "Player2", player_as_json(&seats[1 - seat], 2), "Variant", 0, "Board",
        slots_as_json(&match->board, seat), "Turn", number_for(seat, match->turn),
        "Moves", hops_as_json(match, seat, match->moved, match->moved_count), "Winner",
        number_for(seat, match->winner), "Points", match->length, "Crawford",
        match->crawford, "DoubleValue", match->cube, "DoublePlayer",
        number_for(seat, match->cube_owner), "DoubleOffered", match->is_offered,
        "Reroll", 0, "PlayerNumber", 1, "Available", available_as_json(match, seat),
        "Forced", is_forced, "Spectating", 0);
    add_dice(match, seat, event);
    bgammond_view_send(seats[seat].client, event);
}

void bgammond_view_boards(const struct bgammond_match *match, bool is_forced)
{
    bgammond_view_board(match, 0, is_forced);
    bgammond_view_board(match, 1, is_forced);
}

/* ---- what happens in a match ----------------------------------------------------- */

void bgammond_view_rolled(const struct bgammond_match *match, int seat)
{
    for (int i = 0; i < 2; i++) {
        json_t *event = event_of("rolled", match->seats[seat].name);
        add_dice(match, i, event);
        json_object_set_new(event, "Selected", json_false());
        bgammond_view_send(match->seats[i].client, event);
    }
}

void bgammond_view_moved(const struct bgammond_match *match, int seat,
                         const struct bgammond_hop *hops, int count)
{
    for (int i = 0; i < 2; i++) {
        json_t *event = event_of("moved", match->seats[seat].name);
        json_object_set_new(event, "Moves", hops_as_json(match, i, hops, count));
        bgammond_view_send(match->seats[i].client, event);
    }
}

void bgammond_view_win(const struct bgammond_match *match, int winner, int points,
                       const char *resigned)
{
    for (int i = 0; i < 2; i++) {
        bgammond_view_send(match->seats[i].client,
                           json_pack("{s:s,s:s,s:i,s:i,s:s}", "Type", "win", "Player",
                                     match->seats[winner].name, "Points", points,
                                     "Rating", 0, "Resigned", resigned));
    }
}

void bgammond_view_joined(const struct bgammond_match *match, int seat)
{
    for (int i = 0; i < 2; i++) {
        bgammond_view_send(match->seats[i].client,
                           json_pack("{s:s,s:s,s:i,s:i}", "Type", "joined", "Player",
                                     match->seats[seat].name, "GameID", match->id,
                                     "PlayerNumber", number_for(i, seat)));
    }
}

void bgammond_view_left(const struct bgammond_match *match, int seat)
{
    for (int i = 0; i < 2; i++) {
        bgammond_view_send(match->seats[i].client,
                           event_of("left", match->seats[seat].name));
    }
}
