#!/usr/bin/env bash
# A bot plays at a server like bgammon.org: it opens matches, persons join and play at random
# with doubles and drops, and every match is recorded. Nothing that it says is illegal, it
# joins nobody, and results and history are those of the server. While it takes its time for a
# play, longer than servers wait for a line, it looks at the board.
set -u
. tests/end_to_end/library
. tests/end_to_end/bgammon_library

# play POINTS MATCHES OPTIONS...: the options are the server's
play() {
    local points=$1 matches=$2
    shift 2
    rm -rf "$work"/matches-a "$work"/history-a.db* "$work"/a.*
    start_bgammon --persons 2 --pace 0 --ping 1000 "$@"
    start_guest_bot a --matches "$matches" -s "record.decisions=$work/decisions" -s "invite.length=$points" -s accept.lengths=1-15
    wait_for "$last_bot" 120 || fail "the bot at $points points: status $?"
    stop_bgammon
    compare_results a "$matches"
    awk '/Wins/ { print $2 }' "$work"/matches-a/*.mat | sort |
        diff <(cut -d' ' -f2 "$work/games.server" | sort) - || fail "match files differ"
    grep -q '"opponent":"Guest_person_' "$work/decisions" || fail "no decisions"
    grep ' warning \| error ' "$work/a.log" && fail "warnings in the log"
    :
}

play 1 2 --seed 3
play 3 4 --seed 5 --split

rm -rf "$work"/matches-a "$work"/history-a.db* "$work"/a.*
start_bgammon --persons 1 --pace 0 --ping 1000000
start_guest_bot a -s invite.length=1 -s accept.lengths=1-15 -s play.move_time=30000
within 120 grep -q ' 1 C move ' "$work/fibsd.log"
grep -o ' 1 C [a-z]*' "$work/fibsd.log" | cut -d' ' -f4 | sed '/^move$/q' >"$work/said"
grep -q 'thinking -> play_sent' "$work/a.log" || fail "no play: $(cat "$work/said")"
[ "$(tail -n 3 "$work/said" | xargs)" = 'board list move' ] || fail "it is silent while it thinks: $(cat "$work/said")"
kill -KILL "$last_bot"
stop_bgammon
echo passed
