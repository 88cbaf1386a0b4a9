#!/usr/bin/env bash
# A bot that knows nobody invites whoever is ready, and offers a rematch afterwards; one
# that left a match finds it saved and resumes it before anything else.
set -u
. tests/end_to_end/library
start_server --seed 9 || exit 1
start_bot a --matches 3
a=$last_bot
start_bot b --matches 2 -s invite.ready=yes -s invite.idle=1 -s invite.length=1 -s invite.rematches=1
b=$last_bot
wait_for "$b" 60 || fail "the bot that invites: status $?"
[ "$(grep -c 'inviting a_bot to a 1 point match' "$work/b.log")" -eq 2 ] || fail "not invited, or no rematch"
# a match of 7 points is left, and goes on by itself, although others would be shorter
start_bot b -s invite.ready=yes -s invite.idle=1 -s invite.length=7 -s play.on_stop=leave \
    -s play.move_time=500
b=$last_bot
within 30 grep -q 'playing a 7 point match' "$work/b.log"
kill -TERM "$b"
wait_for "$b" 60 || fail "the bot that leaves: status $?"
start_bot b --matches 1 -s invite.ready=yes -s invite.idle=1 -s invite.length=1
wait_for "$last_bot" 120 || fail "the bot that resumes: status $?"
grep -q 'inviting a_bot to a saved match' "$work/b.log" || grep -q 'inviting b_bot to a saved match' "$work/a.log" ||
    fail "the saved match is not resumed"
wait_for "$a" 30 || fail "the invited bot: status $?"
[ "$(grep -c '\(won\|lost\) the match against a_bot' "$work/b.log")" -eq 3 ] || fail "not three matches"
no_unknown_lines
echo "three matches, one of them resumed"
