#!/usr/bin/env bash
# Four accounts in one process: two invite the other two, all play at the same time on
# one pool of threads. A second process gets none of their names, and a fifth account
# with a wrong password does not keep the others from playing.
set -u
. tests/end_to_end/library
start_server --seed 21 --account c_bot:secret:1500:500 --account d_bot:secret:1500:500 || exit 1
umask 077
echo secret_a >"$work/a.password"
echo secret_b >"$work/b.password"
cat >"$work/bot.conf" <<END
[account a_bot]
password_file = $work/a.password
[account b_bot]
password_file = $work/b.password
invite.names = a_bot
[account c_bot]
[account e_bot]
[account d_bot]
invite.names = c_bot
invite.length = 1
[server]
host = 127.0.0.1
port = $port
[invite]
length = 3
idle = 1
[play]
max_matches = 1
show_board = no
[strength]
play_ply = 0
cube_ply = 0
[log]
level = debug
file = $work/all.log
trace = $work/trace
[record]
folder = $work/matches
[history]
file = $work/history.db
END
"$build/fibsbot" config --check "$work/bot.conf" | grep -q 'valid, 5 accounts' || fail "the check of the configuration"
(cd "$work" && FIBSBOT_PASSWORD=secret exec "$build/fibsbot" play -c bot.conf >all.out 2>&1) &
all=$!
pids=$all
within 30 has_lines "$work/all.log" 'logged in as' 4
(cd "$work" && exec "$build/fibsbot" play -c bot.conf --name a_bot -s "log.file=$work/second.log") >"$work/second.out" 2>&1
status=$?
[ "$status" -eq 75 ] && grep -q "a_bot *is played already, by process $all" "$work/second.log" ||
    fail "a second process plays a_bot: status $status"
wait_for "$all" 120
status=$?
[ "$status" -eq 1 ] || fail "the process: status $status, for the account that could not log in"
grep -q 'error .*e_bot *gave up' "$work/all.log" || fail "e_bot could log in"
for who in a b c d; do
    grep -q 'wins the [13] point match\|You win the [13] point match' "$work/trace.${who}_bot" ||
        fail "no match of ${who}_bot was won"
done
[ "$(ls "$work"/matches/*.mat | wc -l)" -eq 4 ] || fail "not four match files"
grep -v e_bot "$work/all.log" | grep -q 'unknown line\|warning\|error' && fail "warnings in the log"
grep -q 'secret' "$work/all.log" "$work"/trace.* && fail "a password is in the log or trace"
ls "$work"/state/fibsbot/*.lock 2>/dev/null && fail "locks stay"
echo "$(grep -c '\(won\|lost\) the match against' "$work/all.log") ends of matches in one process"
