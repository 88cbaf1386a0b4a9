#!/usr/bin/env bash
# A bot plays at a server like bgammon.org: it opens matches, persons join and play at random
# with doubles and drops, and every match is recorded. Nothing that it says is illegal, it
# joins nobody, and results and history are those of the server.
set -u
[ -x "${BUILD:-build}/fibsd" ] || { echo "no local server"; exit 77; }
. tests/end_to_end/library
. tests/end_to_end/bgammon_library

# play POINTS MATCHES OPTIONS...: the options are the server's
play() {
    local points=$1 matches=$2
    shift 2
    rm -rf "$work"/matches-a "$work"/history-a.db* "$work"/a.*
    start_bgammon --persons 2 --pace 0 --ping 1000 "$@"
    start_guest_bot a --matches "$matches" -s "invite.length=$points" -s accept.lengths=1-15
    wait_for "$last_bot" 120 || fail "the bot at $points points: status $?"
    stop_bgammon
    compare_results a "$matches"
    awk '/Wins/ { print $2 }' "$work"/matches-a/*.mat | sort |
        diff <(cut -d' ' -f2 "$work/games.server" | sort) - || fail "match files differ"
    grep ' warning \| error ' "$work/a.log" && fail "warnings in the log"
    :
}

play 1 2 --seed 3
play 3 4 --seed 5 --split
echo passed
