#!/usr/bin/env bash
# Two bots log in over TCP and play a 5-point match to its end: the main job.
set -u
nets=build/weights
. tests/end_to_end/library
start_server --seed 7 || exit 1
# a webhook that is not there must not hold up anything, nor become known
umask 077
echo http://127.0.0.1:1/hush-hush >"$work/url"
echo very-secret-key >"$work/key"
start_bot a --matches 1 -s "notify.url_file=$work/url" -s "notify.secret_file=$work/key"
a=$last_bot
start_bot b --matches 1 --invite a_bot:5 --show-board
b=$last_bot
wait_for "$b" 120 || fail "the inviting bot: status $?"
wait_for "$a" 30 || fail "the invited bot: status $?"
no_unknown_lines
grep -q '^Final score: b_bot [0-9]*, a_bot [0-9]*' "$work/b.out" || fail "no final score on the screen"
grep -q 'wins the 5 point match' "$work/a.trace" "$work/b.trace" ||
    grep -q 'You win the 5 point match' "$work/a.trace" "$work/b.trace" || fail "no match was won"
for who in a b; do
    [ "$(ls "$work/matches-$who"/*.mat | wc -l)" -eq 1 ] || fail "no match file of ${who}_bot"
    grep -q 'secret_' "$work/$who.trace" "$work/$who.log" "$work/fibsd.log" && fail "the password is in a trace or log"
    grep -q 'warning\|error' "$work/$who.log" && fail "warnings in the log of ${who}_bot"
done
ls "$work"/notifications/*-start.json "$work"/notifications/*-end.json >/dev/null || fail "no notifications wait"
grep -rq 'hush-hush\|very-secret-key' "$work"/notifications "$work"/*.log && fail "a secret became known"
grep -q 'notification [0-9]*-[0-9]*-start: .*again in' "$work/a.log" || fail "no second try"
# the same decisions and commands come out of the traces again
for who in a b; do
    "$build/fibsbot" replay -s strength.play_ply=0 -s strength.cube_ply=0 \
        -s play.max_matches=1 $([ $who = b ] && echo '-s invite.names=a_bot -s invite.idle=1') \
        "$work/$who.trace" >"$work/replay.$who.log" 2>&1 || fail "the replay of ${who}_bot differs"
done
echo "$(grep '^Final score' "$work/b.out")"
