#ifndef CMD_CMD_PLAY_H
#define CMD_CMD_PLAY_H

/* `fibsbot play` for somebody at this terminal: SIGHUP, which comes when it is closed,
 * leaves the match and ends, where `play` alone reads the configuration again. Returns the
 * exit status. */
int cmd_play_at_terminal(int argc, char **argv);

#endif
