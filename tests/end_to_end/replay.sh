#!/usr/bin/env bash
# A trace played again gives each command again: after lost commands, cut connections and
# late answers, at a level that errs at random, stopped in the middle; and a trace without
# the lines of clocks and answers, as older versions wrote them, too.
set -u
. tests/end_to_end/library
start_server --seed 7 --drop-at moved --drop-times 1 --lose-command 0.04 --delay 20 || exit 1
quick='-s connection.backoff_first=1 -s connection.backoff_max=2'
start_bot a -s strength.level=beginner -s play.on_stop=leave $quick
a=$last_bot
start_bot b --matches 1 --invite a_bot:3 $quick
b=$last_bot
wait_for "$b" 200 || fail "the inviting bot: status $?"
kill -TERM "$a"
wait_for "$a" 30 || fail "the invited bot: status $?"
own_a='-s strength.level=beginner -s play.on_stop=leave'
own_b='-s play.max_matches=1 -s invite.names=a_bot -s invite.length=3 -s invite.idle=1'

# replay TRACE OPTIONS...: prints what differs
replay() {
    local trace=$1
    shift
    "$build/fibsbot" replay -s strength.play_ply=0 -s strength.cube_ply=0 $quick "$@" "$trace" >"$work/replay.out" 2>&1 ||
        { grep '^ *[0-9]* [+-]' "$work/replay.out"; tail -n 1 "$work/replay.out"; return 1; }
    tail -n 1 "$work/replay.out"
}
cat "$work"/[ab].trace >"$work/both" # which of them loses a command is left to chance
grep -q '= clock session' "$work/both" || fail "no clock of a session ran out"
for word in 'clock player' 'answer 1' 'seed [1-9]' 'stop leave' 'log out'; do
    grep -q "= $word" "$work/a.trace" || fail "no line \"= $word\" in the trace"
done
replay "$work/a.trace" $own_a || fail "the replay of a_bot differs"
replay "$work/b.trace" $own_b || fail "the replay of b_bot differs"
# as an older version wrote it; b_bot does not err at random
grep -v '^# all inputs\|= clock\|= answer\|= seed\|= log out' "$work/b.trace" >"$work/older.trace"
replay "$work/older.trace" $own_b || fail "the replay of an older trace differs"
# its first move lost: asked for the board, which says so, and moved again. On a busy machine
# the command was written later than its clock was set, so the clock ends before its time here.
awk '/^#/ { print; next }
     { at = $1; sub(/^[0-9]+/, ""); print at + late $0 }
     / S: board:/ { board = $0 }
     / C: move / && !late { late = 8710; print at + 7990 " C: board"; print at + 8010 board; print at + late $0 }' \
    "$work/older.trace" >"$work/lost.trace"
replay "$work/lost.trace" $own_b || fail "the replay of a lost command differs"
# another level plays otherwise
replay "$work/b.trace" $own_b -s strength.level=novice >/dev/null && fail "another level sends the same"
grep -q "^The trace does not have the bot's options" "$work/replay.out" || fail "no hint: $(tail -n 2 "$work/replay.out")"
# what was sent then has a minus, and worse plays have less
sed -n 's/^ *[0-9]* - /C: /p' "$work/replay.out" >"$work/then"
[ -s "$work/then" ] || fail "nothing was sent then"
while read -r command; do
    grep -qF " $command" "$work/b.trace" || fail "not sent then: $command"
done <"$work/then"
grep -q '^ *2\. .* (-[0-9.]*)  0-ply$' "$work/replay.out" || fail "no second play loses"
! grep '^ *[2-5]\. .* (+[0-9.]*[1-9])' "$work/replay.out" || fail "a second play gains"
# all that it does with a trace, and a line that it does not know
sed '/ S: /{ /login/!{ h; s/ S: .*/ = something new/; p; s/ = .*/ = reloaded/; p; g } }' "$work/b.trace" >"$work/more.trace"
replay "$work/more.trace" $own_b -v || fail "the replay of unknown lines differs"
for line in 'S board:' '# ' '? something new'; do
    grep -q "^ *[0-9]* $line" "$work/replay.out" || fail "no line $line with --verbose"
done
grep -q "read again $(grep -c '= reloaded' "$work/more.trace") times" "$work/replay.out" ||
    fail "another number of reloads: $(tail -n 1 "$work/replay.out")"
replay "$work/b.trace" $own_b >"$work/said" || fail "the replay differs"
grep -q '^ *[0-9]* S ' "$work/replay.out" && fail "lines of --verbose without it"
status=0
"$build/fibsbot" replay -s strength.nonsense=1 "$work/b.trace" >/dev/null 2>&1 || status=$?
[ "$status" = 2 ] || fail "a wrong option: status $status"
status=0
"$build/fibsbot" replay /dev/null 2>"$work/said" || status=$?
[ "$status" = 1 ] && grep -q ': contains no line of a trace$' "$work/said" || fail "no trace: $(cat "$work/said")"
# a file that was appended to: the second run knows nothing of the first, nor has its options
cat "$work/b.trace" "$work/b.trace" >"$work/two.trace"
replay "$work/two.trace" $own_b || fail "the replay of two runs differs"
replay "$work/two.trace" $own_b -s strength.level=novice >/dev/null
grep -q '^The trace has 2 runs, ' "$work/replay.out" || fail "no word on two runs: $(tail -n 2 "$work/replay.out")"
# nor is a first run forgotten whose beginning went with an older file
awk '/^#/ || $1 > 0' "$work/b.trace" | cat - "$work/b.trace" >"$work/two.trace"
replay "$work/two.trace" $own_b -s strength.level=novice >/dev/null
grep -q '^The trace has 2 runs, ' "$work/replay.out" || fail "no word on two runs: $(tail -n 2 "$work/replay.out")"
exit 0
