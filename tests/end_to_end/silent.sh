#!/usr/bin/env bash
# A person who does nothing is asked, then left, and the match stays saved; not while the
# bot itself takes its time. Another who speaks up has his time anew.
set -u
. tests/end_to_end/library
start_server --seed 4 --account anna:geheim || exit 1
start_bot a -s play.ask_after=2 -s play.leave_after=9 -s play.move_time=2500
bot=$last_bot
logged 'logged in as'

dial
converse 'login: ' anna 'password: ' geheim '> ' 'set boardstyle 3' '> ' 'invite a_bot 3' \
    'a_bot makes the first move' '' 'a_bot moves' '' 'a_bot kibitzes: Are you still there?' 'kibitz yes' \
    'a_bot kibitzes: Are you still there?' '' 'Player a_bot has left the game. The game was saved' \
    'show saved' 'a_bot' 'bye'
hang_up
[[ ${person%%a_bot moves*} != *still\ there* ]] || fail "asked while it was for the bot to play"
said=$(grep -c 'Are you still there' "$work/a.trace")
[ "$said" -ge 2 ] || fail "asked $said times"
# it took 2.5 s at least, although it did not think at all
awk '/ 1 S board:You:anna:/ && !from { from = $1 } / 1 C move / && !to { to = $1 }
     END { if (to - from < 2500 || to - from > 8000) { print "moved after " to - from " ms"; exit 1 } }' \
    "$work/fibsd.log" || fail "the time to move is not kept"
kill -KILL "$bot" # a stop would be a difference
wait_for "$bot" 60
"$build/fibsbot" replay -s strength.play_ply=0 -s strength.cube_ply=0 -s play.ask_after=2 -s play.leave_after=9 \
    -s play.move_time=2500 "$work/a.trace" >"$work/replay.log" 2>&1 || fail "the replay differs"
no_unknown_lines 2>/dev/null
echo "asked, answered, asked again and left"
