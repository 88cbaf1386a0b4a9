#!/usr/bin/env bash
# Whom an idle bot invites: users of about its rating who are ready, and nobody again
# soon who did not answer; and no invitation makes it give up a saved match.
set -u
. tests/end_to_end/library
start_server --seed 6 --account near:pw:1560:300 --account far:pw:1900:300 --account shy:pw:1500:300 || exit 1
for name in near far shy; do user $name; done
say near 'toggle ready'
say far 'toggle ready'
start_bot a -s invite.ready=yes -s invite.rating_window=100 -s invite.idle=1 -s invite.timeout=5 \
    -s invite.length=1
bot=$last_bot
hears near 'a_bot wants to play a 1 point match'
within 30 grep -q 'near has not answered' "$work/a.log"
pause 4 # time for two more
[ "$(grep -c 'a_bot wants to play' "$work/near.heard")" -eq 1 ] || fail "invited again, who did not answer"
grep -q 'a_bot wants to play' "$work/far.heard" && fail "invited, who is rated 400 points higher"
grep -q 'a_bot wants to play' "$work/shy.heard" && fail "invited, who is not ready"
say shy 'toggle ready'
hears shy 'a_bot wants to play a 1 point match'
say shy 'join a_bot'
hears shy 'Player a_bot has joined\|Starting a new game'
say shy 'resign n'
hears shy 'a_bot wins the 1 point match'
# a new match would destroy the one that is saved: that is offered instead
: >"$work/shy.heard"
say shy 'invite a_bot 3'
hears shy 'Player a_bot has joined you'
say shy leave
hears shy 'You terminated the game'
say shy 'invite a_bot 1'
hears shy 'a_bot wants to resume a saved match with you'
kill -TERM "$bot"
wait_for "$bot" 60 || fail "the bot ends with status $?"
no_unknown_lines
echo "of three, who was near and ready was invited, each once"
