#!/usr/bin/env bash
# fibsbot play --observe watches a match of others, plays nobody, accepts nothing, hides what
# is private, and says what was unknown; its transcript is replayed and becomes rows.
set -u
. tests/end_to_end/library
start_server --seed 7 --delay 150 --account c_bot:secret_c:1500:500 || exit 1
start_bot a -s connection.acknowledge=1500
a=$last_bot
logged 'logged in'
(cd "$work" && FIBSBOT_PASSWORD=secret_c exec "$build/fibsbot" play --observe --server "127.0.0.1:$port" --name c_bot \
    -s play.observe_pace=1 --log-level debug >"$work/c.out" 2>>"$work/c.log") &
c=$!
pids="$pids $c"
start_bot b --invite a_bot:9
# somebody invites the observer and tells him a secret
guest() {
    dial
    converse login: guest '> ' 'name d_user' password: pw-of-d password: pw-of-d '> ' 'invite c_bot 3' \
        '> ' 'tell c_bot my secret is platypus' '> ' 'address me@home.example.net' '> '
}
within 60 grep -qs 'logged in as c_bot' "$work/c.log"
guest
within 70 grep -qs "S: board:[ab]_bot:" "$work/observed.trace"
"$build/fibsbot" replay --survey "$work/observed.trace" >"$work/asked.out" || fail "no report while it observes"
grep -q 'Toggles as found: allowpip YES' "$work/asked.out" || fail "no toggles in the report"
hang_up
kill -TERM $c
wait_for $c 60 || fail "the observer ends with status $?"
kill -TERM "$a" "$last_bot" 2>/dev/null
for word in 'C: watch [ab]_bot' "now watching [ab]_bot" 'C: whois c_bot' 'S: board:[ab]_bot:' 'S: 12 d_user \*\*\*'; do
    grep -q "$word" "$work/observed.trace" || fail "no \"$word\" in the transcript"
done
grep -E ' C: (join|invite|accept|roll|move|double|tell|say|kibitz|toggle ready|resign)' "$work/observed.trace" && fail "the observer plays or talks"
for question in toggle set 'show games' 'show watchers' 'show max' 'show saved' 'whois c_bot' 'where c_bot' version stat 'average c_bot' last \
    'ratings to 10' 'ratings c_bot' away gag blind waitfor pip 'oldmoves c_bot' about motd help 'show nothing'; do
    grep -q " C: $question\$" "$work/observed.trace" || fail "not asked: $question"
done
grep -q 'platypus\|secret_c\|127\.0\.0\.1\|home\.example' "$work/observed.trace" && fail "something private is in the transcript"
grep -q 'Unknown lines: ' "$work/c.out" || fail "no report at the end"
grep -q 'ms: least [0-9]* *, half within' "$work/c.out" || fail "no times of answers"
sed -n '/^Unknown/,/^Boards/p' "$work/c.out"
"$build/fibsbot" replay -s play.observe=yes "$work/observed.trace" >"$work/replay.out" || :
tail -n 1 "$work/replay.out" | grep -q '^[0-9]* decisions' || fail "the transcript is not replayed"
BUILD=$build scripts/trace-rows "$work/observed.trace" >"$work/rows" || fail "no rows"
grep -q "^now_watching	-	You're now watching opp_[a-z]*" "$work/rows" || fail "no row of watching"
grep -q 'a_bot\|b_bot\|d_user' "$work/rows" && fail "names in the rows"
exit 0
