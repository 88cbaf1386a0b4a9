#!/usr/bin/env bash
# A server that sends no who list at log-ins and says "1 point" whatever a game is worth:
# the bots learn who is there, and history and match files have the points of its score.
set -u
. tests/end_to_end/library
start_server --seed 31 --no-who-list --one-point --results "$work/results" || exit 1
start_bot a --matches 3 -s "history.file=$work/a.db" -s record.sgf=yes && a=$last_bot
logged 'brought no who list: asking for it'
start_bot b --matches 3 --invite a_bot:7 -s invite.idle=1 -s history.file= && b=$last_bot
wait_for "$b" 240 || fail "the inviting bot: status $?"
wait_for "$a" 30 || fail "the invited bot: status $?"
no_unknown_lines
[ "$(grep -c 'C: rawwho' "$work/a.trace")" -eq 1 ] || fail "the list was not asked for once"

[ "$(cd "$work" && echo *.db)" = a.db ] || fail "a history that nobody wanted"

# game WINNER LOSER POINTS ...
awk '$1 == "game" { print ($2 == "a_bot" ? "won" : "lost"), $4 }' "$work/results" >"$work/games"
grep -q ' [2-9]' "$work/games" || fail "no game of several points: $(cat "$work/games")"
"$build/fibsbot" stats --list games --csv "$work/a.db" | tail -n +2 | cut -d, -f9,10 | tr , ' ' |
    diff "$work/games" - >"$work/said" || fail "the history has other results: $(cat "$work/said")"
awk '/^ *Wins [0-9]/ { print (index($0, "W") > 20 ? "lost" : "won"), $2 }' "$work"/matches-a/*.mat |
    diff "$work/games" - >"$work/said" || fail "the match files have other results: $(cat "$work/said")"
cat "$work"/matches-a/*.sgf | sed -n 's/.*RE\[\([BW]\)+\([0-9]*\).*/\1 \2/p' | sed 's/W/won/; s/B/lost/' |
    diff "$work/games" - >"$work/said" || fail "the SGF files have other results: $(cat "$work/said")"
echo "$(wc -l <"$work/games") games, $(grep -c 'the server counts' "$work/a.log") of them corrected by the score"
