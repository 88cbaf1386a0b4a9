#!/usr/bin/env bash
# The price of a drop decides at bgammon.org: behind a full prime with men in the opponent's
# home a drop costs three points there, so the bot takes what it drops at FIBS's price; with a
# man off it costs one, and the bot drops as at FIBS. When the server's owner speaks to all, as
# before a shutdown, the match that nobody has joined is left and none is opened. Whole matches
# with doubles, drops and resignations of both: server, match file and history have their price.
set -u
command -v python3 >/dev/null || { echo "python3 is not installed"; exit 77; }
. tests/end_to_end/library
. tests/end_to_end/bgammon_library

# answer SLOTS WORD: what the bot says to a double there, in a match to 7 points; null: to the
# owner's words; 0: to another game than backgammon
answer() {
    local bot
    : >"$work/double.out"
    python3 tests/tools/bgammon_double.py "$1" 7 >"$work/double.out" 2>"$work/double.err" &
    server=$!
    within 30 finds port "$work/double.out" 1p || fail "no server: $(cat "$work/double.err")"
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

answer 0 'say Sorry, I play backgammon only.
leave'

# match POINTS BOARD PLAN SAID GAMES OPTIONS...: a person plays so from BOARD (none: the usual
# one) and SAID is said and happens; GAMES are winners and points. OPTIONS are the bot's
match() {
    local points=$1 board=$2 plan=$3 said=$4 games=$5
    shift 5
    rm -rf "$work"/matches-a "$work"/history-a.db* "$work"/a.*
    start_bgammon --ping 1000 ${board:+--board "$board"}
    start_guest_bot a --matches 1 -s "invite.length=$points" -s accept.lengths=1-15 "$@"
    # shellcheck disable=SC2086
    timeout 120 python3 tests/tools/bgammon_person.py "$port" ann BOT_a $plan >"$work/ann.said" || fail "ann: status $?"
    wait_for "$last_bot" 60 || fail "the bot: status $?"
    stop_bgammon
    compare_results a 1
    [ "$(sed 's/Guest_//' "$work/ann.said" | tr '\n' ' ')" = "$said leave " ] || fail "$plan: $(cat "$work/ann.said")"
    [ "$(sed -n 's/^game \([^ ]*\) [^ ]* \([0-9]*\) .*/\1 \2/p' "$work/results" | sed 's/Guest_//' | tr '\n' ' ')" = "$games " ] ||
        fail "$plan: $(cat "$work/results")"
    awk '/Wins/ { print $2 }' "$work"/matches-a/*.mat | diff <(cut -d' ' -f2 "$work/games.server") - ||
        fail "$plan: the match file: $(cat "$work"/matches-a/*.mat)"
}

ace='[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,5,5,5,0,0,0,0,0,-8,-7,0,0]'
match 5 "$ace" doubles 'double win ann 2 BOT_a double win ann 2 BOT_a win ann 2 -' 'ann 2 ann 2 ann 2' -s play.resign=no
match 5 "$ace" '' 'win ann 2 BOT_a win ann 2 BOT_a win ann 2 BOT_a' 'ann 2 ann 2 ann 2'
behind='[0,0,0,0,3,4,5,3,0,0,0,0,0,0,0,0,0,0,0,-5,-4,-3,-2,-1,0,0,0,0]'
at_fibs XGID=----CDEC-----------edcba--:0:0:-1:00:0:0:0:5:10 'cube action: .*pass'
match 5 "$behind" 'doubles resigns-later' 'double resign win BOT_a 4 ann resign win BOT_a 2 ann' 'BOT_a 4 BOT_a 2'
ahead='[0,1,2,3,4,5,0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0]'
match 5 "$ahead" 'drops resigns-later' 'resign win BOT_a 2 ann resign win BOT_a 2 ann resign win BOT_a 2 ann' 'BOT_a 2 BOT_a 2 BOT_a 2'
match 5 "$ahead" 'resigns-later' 'ok resign win BOT_a 4 ann resign win BOT_a 2 ann' 'BOT_a 4 BOT_a 2'
match 3 '' resigns 'resign win BOT_a 3 ann' 'BOT_a 3'
match 7 '' 'doubles resigns-later' 'double resign win BOT_a 6 ann resign win BOT_a 3 ann' 'BOT_a 6 BOT_a 3'
grep -A1 'Doubles => 2' "$work"/matches-a/*.mat | grep -q Takes || fail "the match file has no double: $(cat "$work"/matches-a/*.mat)"
echo passed
