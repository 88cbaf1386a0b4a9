#include "cmd/network_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>

static bool is_private(uint32_t address)
{
    return address >> 24 == 10 || address >> 20 == 0xac1 || address >> 16 == 0xc0a8;
}

bool network_address_find(char address[NETWORK_ADDRESS_SIZE])
{
    struct ifaddrs *all = NULL;
    int best = 0;
    if (getifaddrs(&all) != 0) {
        return false;
    }
    for (const struct ifaddrs *at = all; at != NULL; at = at->ifa_next) {
        bool is_open =
            (at->ifa_flags & IFF_UP) != 0 && (at->ifa_flags & IFF_LOOPBACK) == 0;
        if (!is_open || at->ifa_addr == NULL || at->ifa_addr->sa_family != AF_INET) {
            continue;
        }
        const struct sockaddr_in *in = (const void *)at->ifa_addr;
        int worth = is_private(ntohl(in->sin_addr.s_addr)) ? 2 : 1;
        if (worth > best &&
            inet_ntop(AF_INET, &in->sin_addr, address, NETWORK_ADDRESS_SIZE) != NULL) {
            best = worth;
        }
    }
    freeifaddrs(all);
    return best > 0;
}
