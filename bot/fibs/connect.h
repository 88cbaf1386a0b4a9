#pragma once
/* The client of FIBS (fibs/client.h) as one of a table of play (bot/game/client.h). */

#include "bot/game/client.h"

client_open fibs_connect;
