#pragma once
/*
 * The records of temp.xg in a file of eXtreme Gammon, for xg_read.c and xg_write.c: 2560
 * bytes each, whose byte 8 is the type, and their fields by type. Numbers are int32 and
 * double with their lowest byte first; a narrow text has its length in a byte before it,
 * a wide one is UTF-16 up to NUL. The layout is that of xg_format.pas, which the makers of
 * eXtreme Gammon have published.
 *
 * Positions are 26 int8: [0] the other side's bar, 1 to 24 the points of the side that
 * looks (its checkers count up), [25] its bar. A cube is a logarithm, negative if player 2
 * has it.
 */

enum {
    XG_RECORD_SIZE = 2560,
    XG_RECORDS_MAX = 50000, /* of a file: 128 MB */
    XG_TYPE_AT = 8,
    XG_POSITION_SIZE = 26,
    XG_MONEY_LENGTH = 99999
};

enum xg_type {
    XG_TYPE_MATCH,
    XG_TYPE_GAME,
    XG_TYPE_CUBE,
    XG_TYPE_MOVE,
    XG_TYPE_GAME_END,
    XG_TYPE_MATCH_END,
    XG_TYPES
};

enum xg_match_field {
    XG_MATCH_NAME_1 = 9,
    XG_MATCH_NAME_2 = 50,
    XG_NARROW_NAME = 40, /* bytes of a name */
    XG_MATCH_LENGTH = 92,
    XG_MATCH_CRAWFORD = 100,
    XG_MATCH_JACOBY = 101,
    XG_MATCH_BEAVER = 102,
    XG_MATCH_ELO_1 = 104,
    XG_MATCH_ELO_2 = 112,
    XG_MATCH_GAMES_1 = 120, /* how many points the player has played */
    XG_MATCH_GAMES_2 = 124,
    XG_MATCH_DATE = 128, /* days since 30 December 1899 */
    XG_MATCH_EVENT = 136,
    XG_NARROW_TEXT = 128, /* bytes of all texts but names */
    XG_MATCH_ID = 268,
    XG_MATCH_LEVEL_1 = 272, /* -1: a person */
    XG_MATCH_LEVEL_2 = 276,
    XG_MATCH_PLACE = 283,
    XG_MATCH_MODE = 412,
    XG_MATCH_IMPORTED = 416,
    XG_MATCH_SIDE = 548, /* 1: the board is not turned round */
    XG_MATCH_VERSION = 552,
    XG_MATCH_MAGIC = 556,
    XG_MATCH_COMMENT = 576, /* -1: none, as for all comments */
    XG_MATCH_END_COMMENT = 580,
    XG_MATCH_SITE = 608,
    XG_MATCH_CUBE_LIMIT = 612,
    XG_MATCH_WIDE_VERSION = 24, /* from it on, texts are in UTF-16, too */
    XG_MATCH_WIDE_EVENT = 622,
    XG_MATCH_WIDE_NAME_1 = 880,
    XG_MATCH_WIDE_NAME_2 = 1138,
    XG_MATCH_WIDE_PLACE = 1396,
    XG_WIDE_TEXT = 129 /* units, with the NUL */
};

enum xg_game_field {
    XG_GAME_SCORE_1 = 12,
    XG_GAME_SCORE_2 = 16,
    XG_GAME_CRAWFORD = 20,
    XG_GAME_POSITION = 21,
    XG_GAME_NUMBER = 48,
    XG_GAME_IS_OPEN = 52, /* it goes on */
    XG_GAME_COMMENT = 56,
    XG_GAME_END_COMMENT = 60
};

enum xg_cube_field {
    XG_CUBE_WHO = 12, /* player 1, or -1 and 2 for the other */
    /* 1 yes, 0 no, -1 resigned or, in a file of one position, not decided yet; -2 it was not
     * possible, or beside a play in such a file */
    XG_CUBE_DOUBLED = 16,
    XG_CUBE_TAKEN = 20,   /* 0 drop, 1 take, 2 beaver */
    XG_CUBE_BEAVER = 24,  /* answer to the beaver: likewise, 2 raccoon */
    XG_CUBE_RACCOON = 28, /* answer to the raccoon */
    XG_CUBE_LOG = 32,
    XG_CUBE_POSITION = 36,
    XG_CUBE_ASKED_LEVEL = 92,
    XG_CUBE_FLAG = 120,
    XG_CUBE_ASKED_BEAVER = 122,
    XG_CUBE_PASS = 160,          /* equity of double/pass, a float; 0: not analysed */
    XG_CUBE_NOT_ANALYSED = -100, /* as flag, level ... */
    XG_CUBE_LOSS = 200,
    /* of the roll that follows, a narrow text; "77": none does; "11" in a file of one
     * position */
    XG_CUBE_DICE = 208,
    XG_CUBE_TAKE_LOSS = 216,
    XG_CUBE_ROLLOUT = 224,
    XG_CUBE_LEVEL = 232,
    XG_CUBE_BEAVER_LOSS = 240,
    XG_CUBE_RACCOON_LOSS = 248,
    XG_CUBE_LEVEL_ASKED = 256,
    XG_CUBE_TUTOR = 264, /* two bytes */
    XG_CUBE_COMMENT = 292
};

enum xg_move_field {
    XG_MOVE_POSITION = 9,
    XG_MOVE_AFTER = 35, /* seen by who moves */
    XG_MOVE_WHO = 64,
    XG_MOVE_HOPS = 68, /* 4 x from, to: point - 1, 24 the bar, -1 off and the end */
    XG_MOVE_DIE_1 = 100,
    XG_MOVE_DIE_2 = 104,
    XG_MOVE_CUBE = 108,
    /* the decision again, as its analysis has it: seen by who moves */
    XG_MOVE_ASKED_POSITION = 124,
    XG_MOVE_ASKED_LEVEL = 160,
    XG_MOVE_ASKED_DIE_1 = 152,
    XG_MOVE_ASKED_DIE_2 = 156,
    XG_MOVE_ASKED_AWAY_1 = 164, /* points to go; 0 in money play */
    XG_MOVE_ASKED_AWAY_2 = 168,
    XG_MOVE_ASKED_CUBE = 172,
    XG_MOVE_ASKED_OWNER = 176, /* 1, -1 the other side, 0 nobody */
    XG_MOVE_ASKED_CRAWFORD = 180,
    XG_MOVE_ASKED_JACOBY = 184,
    XG_MOVE_CANDIDATES = 188, /* how many there are; 0: not analysed */
    XG_MOVE_PLAYED = 2308,    /* a byte */
    XG_MOVE_LOSS = 2312,
    XG_MOVE_ROLLOUTS = 2344,
    XG_MOVE_ROLLOUT_COUNT = 32,
    XG_MOVE_LEVEL = 2472,
    XG_MOVE_LUCK_LEVEL = 2476,
    XG_MOVE_TUTOR = 2510, /* a byte */
    XG_MOVE_COMMENT = 2524
};

enum xg_end_field {
    XG_END_SCORE_1 = 12,
    XG_END_SCORE_2 = 16,
    XG_END_CRAWFORD = 20, /* the next game is that of Crawford */
    XG_END_WINNER = 24,
    XG_END_POINTS = 28,
    XG_END_HOW = 32, /* 0 drop, 1 to 3 single to backgammon, 100 more: resigned */
    XG_END_RESIGNED = 100
};

enum { XG_MATCH_END_WINNER = 20 /* 0: it is not over */ };
