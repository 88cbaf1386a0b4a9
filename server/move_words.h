#ifndef SERVER_MOVE_WORDS_H
#define SERVER_MOVE_WORDS_H
/* Moves as people write them, in the words of FIBS: "24/18/14, 8/4(2)" becomes
 * "24 18 18 14 8 4 8 4"; stars of hits are left out. What is not such a move stays as it
 * is, and is refused as FIBS does. */

enum { MOVE_WORDS_SIZE = 256 };

void move_words_spread(const char *text, char words[MOVE_WORDS_SIZE]);

#endif
