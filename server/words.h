#ifndef SERVER_WORDS_H
#define SERVER_WORDS_H
/* Words of a command line. */

/* Cuts the next word off `*rest`, which is never NULL; NULL if there is none. */
char *words_next(char **rest);

/* Returns `text` without the blanks in front. */
char *words_skip_blanks(char *text);

/* Returns a number of up to six digits, or -1 if the word is not one. */
int words_number_of(const char *word);

#endif
