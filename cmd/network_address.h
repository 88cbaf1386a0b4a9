#pragma once
/* The address of this machine on its local network. */

#include <stdbool.h>

enum { NETWORK_ADDRESS_SIZE = 16 };

/* Finds the IPv4 address, a private one (RFC 1918) before others; false: there is none but
 * that of this machine alone. */
bool network_address_find(char address[NETWORK_ADDRESS_SIZE]);
