#!/usr/bin/env bash
# A bot is killed (-9) again and again in the middle of its matches, started again, and
# its history must be equal to the results that the server has written down: every
# match, every game, in order; ratings and experience.
#
#   tests/end_to_end/history.sh [KILLS [OPTIONS OF THE SERVER]]     SEED=N: other moments
set -u
. tests/end_to_end/library
kills=${1:-3}
shift
RANDOM=${SEED:-5}
quick='-s connection.backoff_first=1 -s connection.backoff_max=1 -s invite.idle=1'

start_server --seed "$RANDOM" --results "$work/results" "$@" || exit 1
touch "$work/results" "$work/a.log"
# shellcheck disable=SC2086
start_bot b $quick --invite a_bot:3 -s history.file= -s invite.timeout=5 -s record.matches=no
other=$last_bot
starts=0
start_a() {
    # shellcheck disable=SC2086
    start_bot a $quick -s "history.file=$work/a.db" -s record.sgf=yes \
        -s "record.decisions=$work/decisions" "$@"
    starts=$((starts + 1))
}

for _ in $(seq "$kills"); do
    start_a
    plays=$(grep -c 'play_sent' "$work/a.log")
    within 30 has_lines "$work/a.log" 'play_sent' $((plays + 1)) # until it plays, and then a moment more
    pause "0.$((RANDOM % 900 + 100))"
    kill -KILL "$last_bot"
    wait "$last_bot" 2>/dev/null
done
# The last run finishes what is open and stops.
start_a --matches 1
wait_for "$last_bot" 200 || fail "the last run: status $?"
kill -TERM "$other"

# Each result as "WON|LOST ..." from the side of a_bot.
sed -n 's/^game a_bot b_bot \([0-9]*\) .*/won \1/p; s/^game b_bot a_bot \([0-9]*\) .*/lost \1/p' \
    "$work/results" >"$work/games.server"
sed -n 's/^match a_bot b_bot \([0-9]*\) \([0-9]*\) \([0-9]*\) \([0-9.]*\) \([0-9]*\) .*/\1 won \2-\3 \4 \5/p
        s/^match b_bot a_bot \([0-9]*\) \([0-9]*\) \([0-9]*\) [0-9.]* [0-9]* \([0-9.]*\) \([0-9]*\)/\1 lost \3-\2 \4 \5/p' \
    "$work/results" >"$work/all.server"
cut -d' ' -f1-3,5 "$work/all.server" >"$work/matches.server"
list() { "$build/fibsbot" stats --csv --list "$1" "$work/a.db" | tail -n +2; }
list games | awk -F, '$9 != "" { print $9, $10 }' >"$work/games.history"
list matches | awk -F, '$7 == "finished" { print $5, $10, $8 "-" $9, $16 }' >"$work/matches.history"
inferred=$(list matches | awk -F, '$11 == 1' | wc -l)

# Of a match whose end nobody saw, the points of the last game are those that were
# needed: there may have been more.
if [ "$inferred" -eq 0 ]; then
    diff "$work/games.server" "$work/games.history" >&2 || fail "games differ"
    diff "$work/matches.server" "$work/matches.history" >&2 || fail "matches differ"
    # the history adds up changes of two digits
    paste -d' ' "$work/all.server" <(list matches | awk -F, '$7 == "finished" { print $14 }') |
        awk '($4 - $6) ^ 2 > 0.05 ^ 2 { print; exit 1 }' >&2 || fail "ratings differ"
else
    diff <(cut -d' ' -f1 "$work/games.server") <(cut -d' ' -f1 "$work/games.history") >&2 ||
        fail "games differ"
    diff <(cut -d' ' -f1,2,4 "$work/matches.server") \
        <(cut -d' ' -f1,2,4 "$work/matches.history") >&2 || fail "matches differ"
fi
# One match file each, the interrupted ones gone on with, every game in them.
points() { awk '/Wins/ { print $2 }' "$@"; }
[ "$(ls "$work"/matches-a/*.mat | wc -l)" -eq "$(list matches | wc -l)" ] || fail "not one file a match"
[ "$(ls "$work"/matches-a/*.sgf | wc -l)" -eq "$(list matches | wc -l)" ] || fail "not one SGF a match"
if [ "$inferred" -eq 0 ]; then
    diff <(cut -d' ' -f2 "$work/games.server") <(points "$work"/matches-a/*.mat) >&2 ||
        fail "match files differ"
fi
[ "$(grep -c '"choice":' "$work/decisions")" -gt 20 ] || fail "no decisions"
[ -s "$work/matches.server" ] || fail "no match was finished"
grep -v ' plays as ' "$work/a.log" | grep -q 'history' && fail "trouble with the history"
echo "$starts runs, $kills kills: $(wc -l <"$work/matches.server") matches and" \
    "$(wc -l <"$work/games.server") games equal to the server's, $inferred ends inferred"
