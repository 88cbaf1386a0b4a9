#include "fibs/telnet.h"

#include <stdbool.h>

enum {
    IAC = 255, /* "interpret as command" */
    SB = 250,  /* a sub-negotiation begins ... */
    SE = 240,  /* ... and ends */
    WILL = 251,
    DONT = 254 /* WILL, WONT, DO, DONT: one option byte follows */
};

/* After this many bytes the end of a sub-negotiation counts as lost. */
enum { SUB_MAX = 1024 };

static enum fibs_telnet_state after_iac(unsigned char byte)
{
    if (byte == SB) {
        return FIBS_TELNET_SUB;
    }
    return byte >= WILL && byte <= DONT ? FIBS_TELNET_OPTION : FIBS_TELNET_DATA;
}

/* Takes one byte; returns whether it is data. */
static bool is_data(struct fibs_telnet *telnet, unsigned char byte)
{
    switch (telnet->state) {
    case FIBS_TELNET_DATA:
        if (byte != IAC) {
            return true;
        }
        telnet->state = FIBS_TELNET_IAC;
        return false;
    case FIBS_TELNET_IAC:
        telnet->state = after_iac(byte);
        telnet->sub_length = 0;
        return false;
    case FIBS_TELNET_OPTION:
        telnet->state = FIBS_TELNET_DATA;
        return false;
    case FIBS_TELNET_SUB:
    case FIBS_TELNET_SUB_IAC:
        if (++telnet->sub_length >= SUB_MAX ||
            (telnet->state == FIBS_TELNET_SUB_IAC && byte == SE)) {
            telnet->state = FIBS_TELNET_DATA;
        } else if (byte == IAC && telnet->state == FIBS_TELNET_SUB) {
            telnet->state = FIBS_TELNET_SUB_IAC;
        } else {
            telnet->state = FIBS_TELNET_SUB;
        }
        return false;
    }
    return true;
}

size_t fibs_telnet_filter(struct fibs_telnet *telnet, char *bytes, size_t size)
{
    size_t kept = 0;
    for (size_t i = 0; i < size; i++) {
        if (is_data(telnet, (unsigned char)bytes[i])) {
            bytes[kept++] = bytes[i];
        }
    }
    return kept;
}
