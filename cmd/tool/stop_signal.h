#ifndef CMD_TOOL_STOP_SIGNAL_H
#define CMD_TOOL_STOP_SIGNAL_H
/* Signals that ask long work to stop: a handler sets a flag, the work looks at it. */

#include <stdatomic.h>

/* From now on each of the signals, up to the 0 behind the last, sets the flag that is
 * returned, which stays set; the second one of a kind ends the program at once. The
 * flag is the same for all calls. */
const atomic_bool *stop_signal_catch(const int *signals);

/* That flag. */
const atomic_bool *stop_signal_flag(void);

#endif
