#!/usr/bin/env bash
# Killed in a match on a server like bgammon.org, and started again when the opponent is away:
# who stays away is left after play.leave_after, who comes back plays on in the same match.
set -u
. tests/end_to_end/library
. tests/end_to_end/bgammon_library

# start LEAVE_AFTER
start() {
    start_guest_bot a -s invite.length=3 -s accept.lengths=1-15 -s play.ask_after=2 -s "play.leave_after=$1"
}

has_row() { listed a matches | grep -q "Guest_$1,"; }
has_gone() { [ "$(grep -c ' C disconnect' "$work/fibsd.log")" -eq "$1" ]; }

# both_go NAME COUNT: in a match in which it is somebody's turn
both_go() {
    guest "$1"
    sit_down "$1"
    order "$1" roll
    hears "$1" '"Turn":[12],'
    within 60 has_row "$1" || fail "the history has no match with $1"
    kill -KILL "$last_bot"
    wait "$last_bot" 2>/dev/null
    order "$1" disconnect
    within 30 has_gone "$2" || fail "$1 is still there"
}

# Guests answer no pings.
start_bgammon --ping 1000 --silence 1000000
start 600
both_go anna 1
start 4
logged 'we sit in a match whose opponent is away' # the server does not say who
logged 'the server has no match with Guest_anna any more'
both_go bert 2
start 600
logged 'we sit in a match whose opponent is away' 2
: >"$work/bert.heard"
guest bert
logged 'playing a saved match against Guest_bert'
hears bert '"Turn":1,' # the bot has played, if it was its turn
kill -KILL "$last_bot"
[ "$(listed a matches | cut -d, -f4,7 | tr '\n' ' ')" = 'Guest_anna,gone Guest_bert,open ' ] || fail "$(listed a matches)"
[ "$(find "$work/matches-a" -name '*.mat' | wc -l)" -eq 2 ] || fail "not 2 match files"
stop_bgammon
echo passed
