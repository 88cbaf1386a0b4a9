#!/usr/bin/env bash
# Two bots and three persons at a server like bgammon.org that cuts connections: while a
# double is open, at the end of games and matches, in turns. All matches are finished, nobody
# says anything illegal or waits for more than 5 s, and history and match files are the
# server's results. tests/slow/bgammon_matches.sh plays 200 matches so.
set -u
exec "${BASH_SOURCE[0]%/*}/../slow/bgammon_matches.sh" short
