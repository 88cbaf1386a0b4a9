#!/usr/bin/env bash
# A bot that is told to stop leaves the match saved and logs out; started again it
# resumes the match and plays it to the end. A bot that is killed does too, and one whose
# program is replaced by another one, as an upgrade does, while it runs.
set -u
. tests/end_to_end/library
quick='-s connection.backoff_first=1 -s connection.backoff_max=2'

# until_playing NAME: a match of his has begun since the last look
until_playing() {
    local seen=0
    for _ in $(seq 150); do
        seen=$(grep -c 'play_sent' "$work/$1.log")
        [ "$seen" -gt "${2:-0}" ] && return 0
        sleep 0.1
    done
    fail "${1}_bot does not play"
}

start_server --seed 11 --delay 6 || exit 1
# shellcheck disable=SC2086
start_bot a --matches 1 $quick && a=$last_bot
# shellcheck disable=SC2086
start_bot b --matches 1 --invite a_bot:3 $quick -s play.on_stop=leave && b=$last_bot
until_playing b
kill -TERM "$b"
wait_for "$b" 10 || fail "told to stop, the bot ends with status $?"
grep -q 'C: leave' "$work/b.trace" && grep -q 'C: bye' "$work/b.trace" || fail "no leave and bye"
plays=$(grep -c 'play_sent' "$work/b.log")

# He left on purpose, so the other waits; the one who comes back takes the match up.
# shellcheck disable=SC2086
start_bot b --matches 1 --invite a_bot:3 $quick && b=$last_bot
until_playing b "$plays"
plays=$(grep -c 'play_sent' "$work/b.log")
kill -KILL "$b"
wait "$b" 2>/dev/null

# An upgrade: the new program takes the place of the file that runs.
mkdir "$work/bin"
cp "$build/fibsbot" "$work/bin/"
build=$work/bin
# shellcheck disable=SC2086
start_bot b --matches 1 --invite a_bot:3 $quick -s play.on_stop=leave && b=$last_bot
until_playing b "$plays"
plays=$(grep -c 'play_sent' "$work/b.log")
cp "$work/bin/fibsbot" "$work/bin/new" && mv -f "$work/bin/new" "$work/bin/fibsbot"
kill -TERM "$b"
wait_for "$b" 10 || fail "told to stop after the upgrade: status $?"
# shellcheck disable=SC2086
start_bot b --matches 1 --invite a_bot:3 $quick && b=$last_bot
wait_for "$b" 120 || fail "the resumed match: status $?"
wait_for "$a" 30 || fail "the other bot: status $?"
no_unknown_lines
[ "$(grep -c 'Your running match was loaded' "$work/b.trace")" -eq 3 ] || fail "not resumed three times"
