#!/usr/bin/env bash
# Somebody else logs in under the bot's name. The bot says so, leaves him alone for
# connection.elsewhere_pause, tries once, and gives up when it is replaced again.
set -u
. tests/end_to_end/library
start_server --seed 3 || exit 1
start_bot a -s connection.elsewhere_pause=6 -s connection.backoff_first=1 \
    -s "history.file=$work/a.db"
logged 'logged in as' 1

replace() {
    dial
    printf 'login test 1008 a_bot secret_a\r\n' >&3
    read_until 'already logged in'
}
replace
logged 'error .*the same user logged in from elsewhere: logging in again in 6 s'
hang_up
logged 'logged in as' 2
awk '/ 2 S .*already logged in/ { replaced = $1 } / 3 S / && !again { again = $1 }
     END { if (!replaced || again - replaced < 5900) { print "again after " again - replaced " ms"; exit 1 } }' \
    "$work/fibsd.log" || fail "the bot did not wait"
replace
logged 'error .*gave up: the same user logged in from elsewhere'
wait_for "$last_bot" 60
status=$?
[ "$status" -eq 1 ] || fail "exit status $status"
[ "$(grep -c 'connected to' "$work/a.log")" -eq 2 ] || fail "more than one try"
[ "$("$build/fibsbot" stats --csv --list errors "$work/a.db" | grep -c elsewhere)" -eq 2 ] ||
    fail "not in the history"
hang_up
grep -q secret_a "$work/a.log" "$work/a.trace" && fail "the password is in log or trace"
echo "replaced, waited, tried once, gave up"
