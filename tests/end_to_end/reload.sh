#!/usr/bin/env bash
# SIGHUP in the middle of a match: the new rules hold, what cannot change says so, a file
# with a fault changes nothing, and no match and no line is dropped. SIGUSR1 tells the
# state.
set -u
. tests/end_to_end/library

write_config() { # LENGTHS FURTHER LINES...
    {
        printf '[accept]\nlengths = %s\n' "$1"
        shift
        printf '%s\n' "$@"
    } >"$work/bot.conf"
}

start_server --seed 12 --delay 15 || exit 1
write_config 1-9 '[strength]' 'level = novice'
status=$(free_port)
start_bot a -c "$work/bot.conf" --matches 1 -s "status.port=$status" && a=$last_bot
printf '[play]\nmove_time = 1000\n' >"$work/b.conf" # until all is said; then it hurries
start_bot b -c "$work/b.conf" --invite a_bot:3 -s invite.idle=1 --matches 1 && b=$last_bot
logged play_sent
shows_level() { http_get "$status" / | grep -q ", $1, up "; }
within 30 shows_level "level novice" || fail "the page does not show the level"

write_config none '[play]' 'resign = no' '[connection]' 'keepalive = 80'
kill -HUP "$a"
logged 'configuration reloaded: changed: accept.lengths, play.resign'
logged 'restart the program to change these: connection.keepalive'
within 30 shows_level 0-ply || fail "the page does not show the new level"
write_config 99-100
kill -HUP "$a"
logged 'configuration not reloaded: .*:2: '
write_config 1-9 '[server]' 'ca_file = elsewhere' '[record]' 'decisions = history.db'
kill -HUP "$a"
logged 'error .*configuration: server.ca_file: elsewhere: No such file'
logged 'error .*configuration: history.file: .*is also the file of record.decisions'
logged 'configuration not reloaded: ' 2
kill -USR1 "$a"
logged 'state: up for 0 h 00 min, 1 account'
logged 'state: playing b_bot, [0-9]-[0-9] of 3; 0 matches finished'

: >"$work/b.conf"
kill -HUP "$b"
wait_for "$b" 120 || fail "the inviting bot: status $?"
wait_for "$a" 60 || fail "the invited bot: status $?"
grep -q '\(won\|lost\) the match against b_bot' "$work/a.log" || fail "the match did not go on"
[ "$(grep -c 'logged in as' "$work/a.log")" -eq 1 ] || fail "the line was dropped"
exit 0
