#!/usr/bin/env bash
# The program as a service, with a notify socket of our own in the place of systemd's:
# readiness, a watchdog that is fed as long as the loop runs and no longer, reload, stop.
# Where systemd is, it also has to like our unit.
set -u
. tests/end_to_end/library

# heard PATTERN: until a datagram of this form has come
heard() {
    within 60 grep -q -- "$1" "$work/heard" || fail "the service manager never heard \"$1\": $(cat "$work/heard")"
}

"$build/tests/tools/notify_listen" "$work/socket" >"$work/heard" &
pids="$pids $!"
within 30 [ -S "$work/socket" ]

start_server --seed 9 || exit 1
export NOTIFY_SOCKET=$work/socket WATCHDOG_USEC=400000
start_bot a -s "status.health_file=$work/health" && a=$last_bot
unset NOTIFY_SOCKET WATCHDOG_USEC
heard '^READY=1 | STATUS='
heard '^STATUS=a_bot: waiting for an opponent; 0 matches finished'
heard '^WATCHDOG=1$'

# A loop that stands still is not alive, whatever else the process does.
kill -STOP "$a"
pause 0.5 # what was on its way
fed=$(grep -c WATCHDOG "$work/heard")
pause 1
[ "$(grep -c WATCHDOG "$work/heard")" -eq "$fed" ] || fail "a standing loop feeds the watchdog"
kill -CONT "$a"
within 30 has_lines "$work/heard" WATCHDOG $((fed + 1)) || fail "the watchdog is not fed again"

grep -q '^20.*Z accounts 1, on line [01], playing 0$' "$work/health" || fail "no health file: $(cat "$work/health")"
kill -TERM "$a"
wait_for "$a" 60 || fail "told to stop: status $?"
heard '^STOPPING=1 | STATUS='
[ -e "$work/health" ] && fail "the health file stays"
[ "$(grep -c '^READY=1' "$work/heard")" -ge 1 ] || fail "never ready"

if command -v systemd-analyze >/dev/null; then
    sed "s|/usr/local/bin/fibsbot|$build/fibsbot|; s|^User=.*|User=root|" scripts/fibsbot.service >"$work/fibsbot.service"
    systemd-analyze verify --man=no "$work/fibsbot.service" >"$work/verify" 2>&1
    grep 'fibsbot.service' "$work/verify" && fail "systemd does not like the unit"
fi
exit 0
