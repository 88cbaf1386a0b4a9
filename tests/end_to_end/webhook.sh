#!/usr/bin/env bash
# A webhook hears of a match that starts, is saved, goes on and ends, of the line that is
# lost, in this order, although it fails at first and sends us elsewhere; every word
# signed with the key.
set -u
command -v openssl >/dev/null || { echo "no openssl program"; exit 77; }
. tests/end_to_end/library
start_server --seed 11 --account anna:geheim || exit 1
"$build/tests/tools/webhook" 1 >"$work/heard" &
pids="$pids $!"
within 30 grep -q "^port" "$work/heard"
umask 077
echo "http://127.0.0.1:$(sed -n 's/^port //p' "$work/heard")/hush-hush" >"$work/url"
echo very-secret-key >"$work/key"
start_bot a -s "notify.url_file=$work/url" -s "notify.secret_file=$work/key" \
    -s invite.backoff_max=1 -s invite.idle=1 -s connection.backoff_first=1
logged 'logged in as'

# heard COUNT PATTERN
heard() {
    within 60 has_lines "$work/heard" "$2" "$1" || fail "the webhook does not hear $2: $(cat "$work/heard")"
}

dial
converse 'login: ' anna 'password: ' geheim '> ' 'invite a_bot 1' 'Starting a new game' leave 'game was saved' \
    'invite a_bot' 'match was loaded' 'resign n' 'wins the 1 point match'
hang_up
heard 1 '"event":"end"'
kill -KILL "$server"
heard 1 '"event":"disconnect"'

[ "$(sed -n 's/^[^ ]* \([a-z]*\) .*/\1/p' "$work/heard" | grep -v '^[0-9]*$' | xargs)" = \
    "start saved start end disconnect" ] || fail "another order: $(cat "$work/heard")"
grep -q '"event":"end".*"my_score":1,"their_score":0,"won":true' "$work/heard" || fail "no result"
[ "$(grep -c '"event":"start".*"resumed":true' "$work/heard")" -eq 1 ] || fail "not resumed"
grep -q '^/elsewhere start' "$work/heard" || fail "the redirection was not followed"
all_are_signed "$work/heard" very-secret-key
grep -rq 'hush-hush\|very-secret-key' "$work"/a.log "$work"/a.trace && fail "a secret became known"
[ -z "$(ls "$work/notifications")" ] || fail "something waits though all was taken"
exit 0
