#!/usr/bin/env bash
# Two SIGTERM within a second are one stop; one later leaves the match. One that comes while
# the history is being written, and held up by another program, does not lose its end.
set -u
python3 -c 'import sqlite3' 2>/dev/null || { echo "no python3 with sqlite3"; exit 77; }
. tests/end_to_end/library
start_server --seed 17 --account anna:geheim || exit 1

start_bot a
logged 'logged in as'
dial
converse 'login: ' anna 'password: ' geheim '> ' 'invite a_bot 3' 'Starting a new game'
kill -STOP "$last_bot" # both come at once, however slow this script is
kill -TERM "$last_bot"
kill -INT "$last_bot"
kill -CONT "$last_bot"
logged 'stopping'
sleep 1.2
grep -q 'leaving all matches' "$work/a.log" && fail "signals at once are not one stop"
kill -TERM "$last_bot"
logged 'stopping: leaving all matches'
wait_for "$last_bot" 60 || fail "the bot that left: status $?"
hang_up

: >"$work/a.log"
start_bot a -s "history.file=$work/a.db" -s invite.saved=no
logged 'logged in as'
sleep 0.5
python3 - "$work/a.db" "$work/held" <<'END' &
import os, sqlite3, sys, time
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
open(sys.argv[2], "w").close()
while os.path.exists(sys.argv[2]):
    time.sleep(0.01)
END
holder=$!
pids="$pids $holder"
for _ in $(seq 300); do [ -e "$work/held" ] && break; sleep 0.1; done
kill -TERM "$last_bot"
logged 'logged out'
for _ in 1 2 3; do sleep 0.3; kill -TERM "$last_bot"; kill -HUP "$last_bot"; done
rm "$work/held"
wait_for "$last_bot" 60 || fail "a signal while closing: status $?"
closed=$(python3 -c "import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM connection WHERE is_up=0').fetchone()[0])" "$work/a.db") ||
    fail "cannot read the history"
[ "$closed" -eq 1 ] || fail "the end of the connection is not in the history: $closed"

# The password is in no core. Where the system writes none at all, that says nothing.
ulimit -c unlimited
crash() { # OPTION
    : >"$work/a.log"
    start_bot a -s history.file= -s "account.debuggable=$1"
    logged 'logged in as'
    kill -SEGV "$last_bot"
    wait "$last_bot" 2>/dev/null
    compgen -G "$work/core*" >/dev/null
}
crash no && fail "a core holds the password"
cores='no core after a crash'
crash yes || cores='cores go elsewhere here'
echo "one stop, then one that leaves; the end is in the history; $cores"
