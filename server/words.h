#ifndef SERVER_WORDS_H
#define SERVER_WORDS_H
/* Words of a command line. */

/* Cuts the next word off `*rest` (blanks separate); NULL when there is none. */
char *words_next(char **rest);

/* `text` without blanks in front. */
char *words_skip_blanks(char *text);

/* A number of up to six digits, or -1: not a number. */
int words_number_of(const char *word);

#endif
