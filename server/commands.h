#ifndef SERVER_COMMANDS_H
#define SERVER_COMMANDS_H
/* The commands of users, and the table that finds them by their words. */

#include "server/fibsd_state.h"

/* Executes a line of a logged-in user; modifies `line`. */
void commands_run(struct fibsd_user *user, char *line);

/* The functions of the commands, by the file that has them. `arguments` is what follows
 * the command's word in the line, and may be modified; "" if there is nothing. */
typedef void command_function(struct fibsd_user *user, char *arguments);
typedef void command_plain_function(struct fibsd_user *user); /* ignores arguments */

/* chat.c */
command_function cmd_tell, cmd_say, cmd_kibitz, cmd_whisper, cmd_shout, cmd_message,
    cmd_waitfor, cmd_gag, cmd_blind, cmd_away;
command_plain_function cmd_back;
/* cube.c */
command_function cmd_resign;
command_plain_function cmd_double, cmd_accept, cmd_reject, cmd_redouble, cmd_beaver,
    cmd_raccoon, cmd_otter;
/* help.c */
command_function cmd_help; /* of all topics but "commands" */
/* The head of a page of the manual; its text follows. */
void help_show_title(const struct fibsd_user *user, const char *name,
                     const char *summary, const char *usage);
/* info.c */
command_function cmd_oldboard, cmd_oldmoves, cmd_show, cmd_time;
command_plain_function cmd_about, cmd_average, cmd_bye, cmd_clear, cmd_dicetest,
    cmd_pip, cmd_stat, cmd_wave;
/* invite.c */
command_function cmd_invite, cmd_join;
command_plain_function cmd_leave;
/* login.c */
command_plain_function cmd_motd;
/* settings.c */
command_function cmd_toggle, cmd_set, cmd_address, cmd_password;
/* turn.c */
command_function cmd_move;
command_plain_function cmd_roll, cmd_off, cmd_board;
/* who.c */
command_function cmd_who, cmd_rawwho, cmd_whois, cmd_where, cmd_ratings, cmd_last,
    cmd_look, cmd_watch;
command_plain_function cmd_unwatch;

#endif
