#!/usr/bin/env bash
# The price of a drop decides at bgammon.org: behind a full prime with men in the opponent's
# home a drop costs three points there, so the bot takes what it drops at FIBS's price; with a
# man off it costs one, and the bot drops as at FIBS. When the server's owner speaks to all, as
# before a shutdown, the match that nobody has joined is left and none is opened.
set -u
command -v python3 >/dev/null || { echo "python3 is not installed"; exit 77; }
. tests/end_to_end/library

# answer SLOTS WORD: what the bot says to a double there, in a match to 7 points; null: to the
# owner's words
answer() {
    local bot
    : >"$work/double.out"
    python3 tests/tools/bgammon_double.py "$1" 7 >"$work/double.out" 2>"$work/double.err" &
    server=$!
    until port=$(sed -n 1p "$work/double.out"); [ -n "$port" ]; do sleep 0.1; done
    (cd "$work" && FIBSBOT_PASSWORD=secret exec "$build/fibsbot" play -s server.protocol=bgammon \
        --server "127.0.0.1:$port" --name bot_a -s strength.play_ply=0 -s strength.cube_ply=0 \
        -s accept.lengths=1-15 -s invite.length=7 -s record.matches=no >>"$work/a.out" 2>>"$work/a.log") &
    bot=$!
    pids="$pids $bot"
    wait_for "$server" 60 || fail "no answer"
    server=
    kill "$bot" && wait_for "$bot" 30
    [ "$(sed 1d "$work/double.out")" = "$2" ] || fail "at $1 it says $(sed 1d "$work/double.out"), not $2"
}

# the same at FIBS's price: the doubler on roll at 0-0 to 7 points
at_fibs() {
    "$build/fibsbot" analyse --ply 0 "$1" >"$work/analysis" || fail "no analysis"
    grep -qi "$2" "$work/analysis" || fail "at FIBS's price it is no $2: $(cat "$work/analysis")"
}

prime='[0,0,0,0,0,2,4,0,4,0,0,0,-3,3,0,0,0,-2,-2,-2,-2,-2,-2,0,2,0,0,0]'
race='[1,3,3,3,3,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1,-1,-1,-1,-11,0,0]'
at_fibs XGID=-----BD-D---cC---bbbbbb-B-:0:0:-1:00:0:0:0:7:10 'cube action: .*pass'
answer "$prime" ok
at_fibs XGID=-CCCCB---------------aaaa-:0:0:-1:00:0:0:0:7:10 'cube action: .*pass'
answer "$race" resign
answer null leave
grep -q 'no new match for 10 minutes' "$work/a.log" || fail "it does not say why"
echo passed
