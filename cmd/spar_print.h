#pragma once
/* What `spar` prints on standard output: how to play against it at its server, on `port`, and
 * where things are kept. */

/* `level` may be NULL. */
void spar_print_fibs(const char *name, const char *level, int port, const char *folder);
void spar_print_bgammon(const char *name, int port, const char *folder);

/* The address of the table, and the links for a friend and for watchers, or NULL. */
void spar_print_table(const char *address, const char *guest, const char *watch);
