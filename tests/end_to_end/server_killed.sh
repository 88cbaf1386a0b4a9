#!/usr/bin/env bash
# A server that is killed knows of every result that players have heard of.
set -u
. tests/end_to_end/library
start_server --seed 6 --state "$work/state" --account anna:pw:1500:100 --account bert:pw:1500:100 || exit 1
user anna
user bert
say bert 'toggle ready'
hears bert 'ready to invite'
say anna 'invite bert 1'
hears bert '^anna wants to play a 1 point match'
say bert 'join anna'
hears anna '^You rolled'
for who in anna bert; do say "$who" 'resign n'; done # whose turn it is
within 30 grep -q 'wants to resign' "$work/anna.heard" "$work/bert.heard" || fail "nobody resigns"
for who in anna bert; do say "$who" accept; done
hears bert 'win.* the 1 point match'
kill -KILL "$server"
wait "$server" 2>/dev/null
server=
[ "$(grep -cE '^user (anna|bert) [^ ]+ [0-9.]+ 101 ' "$work/state")" = 2 ] || fail "the result is lost: $(cat "$work/state")"
