#!/usr/bin/env bash
# SIGTERM in a match: with play.on_stop=game the bot plays the game out and leaves the
# match saved; with play.stop_after it leaves one that does not end. With
# invite.saved=no it waits until the opponent wants to go on.
set -u
. tests/end_to_end/library
start_server --seed 17 --account anna:geheim || exit 1

start_bot a -s play.on_stop=game
logged 'logged in as' 1
dial
converse 'login: ' anna 'password: ' geheim '> ' 'invite a_bot 3' 'Starting a new game'
logged 'playing a 3 point match against anna' 1
kill -TERM "$last_bot"
logged 'stopping: finishing the game of the match with anna' 1
converse '' 'resign n' 'a_bot accepts' '' 'has left the game. The game was saved'
wait_for "$last_bot" 60 || fail "told to stop after the game: status $?"
grep -q 'game 1: won 1 point, 1-0 of [0-9]*' "$work/a.log" || fail "the game was not finished"

# The match is saved, but he has to ask for it.
start_bot a -s invite.saved=no -s invite.left_pause=0 -s play.stop_after=2
logged 'logged in as' 2
pause 3
grep -q 'inviting anna' "$work/a.log" && fail "a saved match was resumed in spite of invite.saved=no"
converse '' 'invite a_bot' 'match was loaded'
kill -TERM "$last_bot"
converse '' '' 'has left the game. The game was saved'
wait_for "$last_bot" 60 || fail "told to stop within 2 s: status $?"
grep -q 'stopping: waits at most 0 min 02 s for the end of 1 match; a second signal leaves it' "$work/a.log" ||
    fail "how long it waits is not said: $(grep stopping "$work/a.log")"
grep -q 'asked to stop, and the match does not end' "$work/a.log" || fail "left for another reason"
hang_up
no_unknown_lines 2>/dev/null
echo "the game played out, the match left in time"
