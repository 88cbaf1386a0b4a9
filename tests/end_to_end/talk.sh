#!/usr/bin/env bash
# A person with telnet talks to the bot: help, a level that is remembered over a restart,
# orders of the owner, whose secret stands nowhere.
set -u
. tests/end_to_end/library
umask 077
echo open-sesame-42 >"$work/secret"
start_server --seed 7 --account anna:geheim --account boss:geheim --account carl:geheim || exit 1
options="-s owner.name=boss -s owner.secret_file=$work/secret -s log.chat=yes -s history.file=$work/history.db"
# shellcheck disable=SC2086
start_bot a $options

# log_in NAME
log_in() {
    dial
    converse 'login: ' "$1" 'password: ' geheim '> ' 'who a_bot' 'a_bot '
}

# until_it_is STATE: what the server has told the bot last of it
until_it_is() {
    within 60 is_it "$1" || fail "a_bot never heard that it is now $1"
}
is_it() { [ "$(grep -o 'now [a-z]* to [a-z]*' "$work/a.trace" | tail -n 1)" = "now $1" ]; }

logged 'logged in as'
log_in anna
converse '> ' 'tell a_bot help' 'a_bot says: I know, by tell: help, level' \
    '' '' 'tell a_bot level master' 'From now on I play you at level master' \
    '' '' 'tell a_bot this is no command' '' 'tell a_bot owner open-sesame-42 pause' \
    '' 'invite a_bot 1' 'has joined you' '' \
    'says: Hello, I am a computer program' 'kibitz move' '' 'resign n' 'accepts' '' 'Thank you for the match' \
    'tell a_bot stats' 'We have finished 1 match: you have won 0, I 1. The last one, to 1 point, ended 1-0 for me on ' \
    'tell a_bot analysis' 'a_bot says: Our last match, 0-1 for you'
hang_up
ls "$work"/matches-a/*-anna-1pt.analysis.txt >/dev/null || fail "no file of the analysis"
grep -q 'level master' <(sqlite3 "$work/history.db" "SELECT 'level '||level FROM opponent" 2>/dev/null ||
    grep -ao 'master' "$work"/history.db* | sed 's/^.*/level master/') || fail "the level is not in the history"

grep -q 'playing a 1 point match against anna at level master' "$work/a.log" || fail "the level is not in the log"

# a weak player is told what the worst decision lost, and why; the same as the file says of it (in three
# points, since in a single game he may have no choice)
FIBSBOT_PASSWORD=geheim "$build/fibsbot" play --server "127.0.0.1:$port" --name carl --strength beginner --matches 1 \
    --invite a_bot:3 -s strength.noise_seed=5 -s record.matches=no -s history.file= >"$work/carl.out" 2>&1 &
pids="$pids $!"
wait_for "$!" 300 || fail "carl's match: status $?: $(tail -n 5 "$work/carl.out")"
log_in carl
person=''
converse '> ' 'tell a_bot analysis' 'a_bot says: The next: game '
hang_up
told=$(printf '%s\n' "$person" | tr -d '\r' | sed -n 's/^a_bot says: //p')
[[ $told =~ 'Your worst decision: game '[0-9]+', turn '([0-9]+)', '([^,]*)', lost '([0-9]+\.[0-9]+)'; better '([^.]*)'.' ]] || fail "no worst decision: $told"
turn=${BASH_REMATCH[1]} lost=${BASH_REMATCH[3]}
[ "${lost/./}" -ge 50 ] || fail "the worst decision lost only $lost: nothing is to be explained"
why=$(printf '%s\n' "$told" | sed -n '/^Your worst decision/{n;p;}')
[ -n "$why" ] && [[ $why == *.* && $why != 'The next'* ]] || fail "no reason: $told"
file=$(cat "$work"/matches-a/*-carl-3pt.analysis.txt)
grep -q "^ *$turn  carl .* -$lost " <<<"$file" || fail "the file has no such decision: turn $turn, $lost"
for percent in $(grep -o '[0-9]*\.[0-9] %' <<<"$why" | cut -d' ' -f1); do
    grep -q "^ \{6\}.*\b$percent\b\|\b$percent %" <<<"$file" || fail "the file does not say $percent %: $why"
done

# after a restart
kill -KILL "$last_bot" # whatever was told is kept all the same
wait_for "$last_bot" 60
mv "$work/a.trace" "$work/first.trace"
: >"$work/a.log"
# shellcheck disable=SC2086
start_bot a $options
logged 'logged in as'
log_in anna
converse '> ' 'tell a_bot level' 'I play you at level master'
hang_up

log_in boss
order='tell a_bot owner open-sesame-42'
converse '> ' "$order status" 'a_bot says: lobby; playing nobody' 'tell a_bot owner wrong-sesame pause' \
    '' "$order pause" 'I take no new matches'
until_it_is 'refusing to play'
type_line 'invite a_bot 3'
converse 'is refusing games' "$order resume" 'I take matches'
until_it_is 'ready to invite'
type_line 'invite a_bot 3'
converse 'has joined you' "$order last" 'after this match' "$order leave" \
    'Leaving the match'
hang_up
wait_for "$last_bot" 60 || fail "last did not end the bot: status $?"
grep -rq 'open-sesame\|wrong-sesame' "$work"/a.log "$work"/*.trace "$work"/a.out "$work"/history.db* &&
    fail "the owner's secret stands in $(grep -rl -e '-sesame' "$work"/a.* "$work"/history*)"
grep -q 'owner \*\*\* status' "$work"/a.trace || fail "the trace does not show the masked order"
grep -q 'warning.*unknown line' "$work/a.log" && fail "lines that the bot does not know"
for trace in first a; do
    # shellcheck disable=SC2086
    "$build/fibsbot" replay -s strength.play_ply=0 -s strength.cube_ply=0 $options \
        "$work/$trace.trace" >"$work/replay.log" 2>&1 || fail "the replay of $trace.trace differs"
done
echo "a person and the owner talked to the bot"
