#pragma once
/*
 * Removes the telnet commands (RFC 854: IAC verb option, IAC IAC, IAC SB ... IAC SE)
 * from a byte stream. FIBS sends WILL/WONT ECHO around passwords; they are not
 * answered. Commands may be split anywhere between reads. A sub-negotiation that does
 * not end within 1,024 bytes is abandoned: later bytes are data again.
 */

#include <stddef.h>

enum fibs_telnet_state {
    FIBS_TELNET_DATA,
    FIBS_TELNET_IAC,
    FIBS_TELNET_OPTION,
    FIBS_TELNET_SUB,
    FIBS_TELNET_SUB_IAC
};

struct fibs_telnet {
    enum fibs_telnet_state state; /* zero-initialise */
    unsigned sub_length;          /* bytes of the sub-negotiation so far */
};

/* Filters `size` bytes in place; returns the number that remain. */
size_t fibs_telnet_filter(struct fibs_telnet *telnet, char *bytes, size_t size);
