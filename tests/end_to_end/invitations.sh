#!/usr/bin/env bash
# People invite the bot: lengths, experience, reputation and lists decide, each refusal is
# told and kept with its code; the list is read again on SIGHUP. With a reputation bot
# of our own.
set -u
. tests/end_to_end/library
start_server --seed 5 --account RepBotNG:pw:1500:0 --account good_guy:pw:1500:500 \
    --account bad_guy:pw:1500:500 --account newcomer:pw:1500:10 --account carl:pw:1500:500 \
    --account dora:pw:1500:500 || exit 1

# until_ready NAME: NAME has heard that the bot is there and ready
until_ready() {
    for _ in $(seq 300); do
        grep -a '^[578] a_bot ' "$work/$1.heard" | tail -n 1 | grep -q '^5 a_bot - - 1 0 ' && return 0
        pause 0.1
    done
    fail "the bot does not get ready"
}

user RepBotNG
say RepBotNG 'set boardstyle 3'
( # answers only about whom it knows, and about one only in the form for programs
    tail --pid=$$ -n +1 -f "$work/RepBotNG.heard" | while read -r code who word cookie _ _ name; do
        [ "$code $who $word $cookie" = "12 a_bot ask bad_guy" ] &&
            say RepBotNG "tell a_bot bad_guy's reputation is -520 (BAD)"
        [ "$code $who $word" = "12 a_bot raw" ] || continue
        [ "$name" = good_guy ] && say RepBotNG "tell a_bot raw $cookie ask 1 $name 1200"
    done
) &
pids="$pids $!"

echo 'block carl in # he drops' >"$work/list"
start_bot a -s accept.lengths=3,5 -s accept.experience_divider=10 -s accept.ask_reputation=yes \
    -s "accept.list_file=$work/list" -s "history.file=$work/history.db" -s play.on_stop=leave
bot=$last_bot
for name in good_guy bad_guy newcomer carl; do
    user $name
    say $name 'toggle ready'
done
until_ready good_guy

say good_guy 'invite a_bot 4'
hears good_guy '^12 a_bot .*of these lengths: 3, 5'
say newcomer 'invite a_bot 3'
hears newcomer '^12 a_bot .*too long for your experience.* 10'
say carl 'invite a_bot 3'
hears carl '^12 a_bot .*do not play with you at present'
say bad_guy 'invite a_bot 3'
hears bad_guy '^12 a_bot .*reputation is lower'
say good_guy 'invite a_bot 3'
hears good_guy 'Player a_bot has joined you for a 3 point match'
say good_guy 'leave'
hears good_guy 'You terminated the game'

echo '# nobody' >"$work/list"
kill -HUP "$bot"
within 30 grep -q '0 rules of' "$work/a.log"
say carl 'invite a_bot 3' # about whom nothing is known: that takes its time
hears carl 'Player a_bot has joined you for a 3 point match'
echo 'block carl sideways' >"$work/list"
kill -HUP "$bot"
within 30 grep -q 'line 1: expected block NAME' "$work/a.log" || fail "a bad list is not complained about"
kill -TERM "$bot"
wait_for "$bot" 60 || fail "the bot ends with status $?"

# what was played before a restart counts
user dora
say dora 'toggle ready'
start_bot a -s accept.lengths=1 -s accept.per_day=1 -s "history.file=$work/history.db"
until_ready dora
say dora 'invite a_bot 1'
hears dora 'Player a_bot has joined you'
say dora 'resign n'
hears dora 'a_bot wins the 1 point match'
kill -TERM "$last_bot"
wait_for "$last_bot" 60 || fail "the second bot ends with status $?"
start_bot a -s accept.lengths=1 -s accept.per_day=1 -s "history.file=$work/history.db"
until_ready dora
say dora 'invite a_bot 1'
hears dora '^12 a_bot .*in 24 hours are limited to 1'
kill -TERM "$last_bot"
wait_for "$last_bot" 60 || fail "the third bot ends with status $?"

"$build/fibsbot" stats --list refusals --csv "$work/history.db" >"$work/refusals" || fail "no refusals"
for want in good_guy.*length newcomer.*length_experience carl.*blocked bad_guy.*reputation dora.*quota; do
    grep -q "$want" "$work/refusals" || { cat "$work/refusals"; fail "not in the history: $want"; }
done
no_unknown_lines 2>/dev/null
grep -c , "$work/refusals"
