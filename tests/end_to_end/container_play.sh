#!/usr/bin/env bash
# What starts fibsbot in the container: again after what passes and after a crash, never
# after what somebody has to mend; signals reach the program.
set -u
work=$(mktemp -d)
first=''
trap '[ -z "$first" ] || kill "$first" 2>/dev/null; rm -rf "$work"' EXIT
fail() { echo "FAILED: $1"; cat "$work/said" "$work/calls" 2>/dev/null; exit 1; }

# A program in its place that ends with the statuses of $work/statuses, one after another.
mkdir "$work/bin"
cat >"$work/bin/fibsbot" <<'END'
#!/bin/sh
status=$(sed -n "$(($(wc -l <"$WORK/calls") + 1))p" "$WORK/statuses")
trap 'echo told >>"$WORK/calls"; exit 0' TERM
trap 'echo reread >>"$WORK/calls"' HUP
echo "$*" >>"$WORK/calls"
case $status in
KILL) kill -s KILL $$ ;;
WAIT) for _ in $(seq 200); do sleep 0.5 & wait $!; done ;;
*) exit "$status" ;;
esac
END
chmod +x "$work/bin/fibsbot"
export WORK=$work PATH=$work/bin:$PATH FIBSBOT_PAUSE=0

# ends STATUS CALLS STATUSES... : the program is called so often, and so it ends
ends() {
    local status=$1 calls=$2 found=0
    shift 2
    printf '%s\n' "$@" >"$work/statuses"
    : >"$work/calls"
    scripts/container-play play -c bot.conf >"$work/said" 2>&1 || found=$?
    [ "$found" -eq "$status" ] || fail "$*: status $found, expected $status"
    [ "$(grep -cx 'play -c bot.conf' "$work/calls")" -eq "$calls" ] || fail "$*: not called $calls times"
}
ends 0 1 0
ends 1 1 1
ends 2 1 2
ends 1 3 75 75 1
ends 0 3 KILL 75 0

# Another subcommand is only called.
echo 75 >"$work/statuses" && : >"$work/calls"
scripts/container-play stats history.db
[ $? -eq 75 ] && [ "$(cat "$work/calls")" = 'stats history.db' ] || fail 'stats is called once'

# Signals go on, and after SIGTERM it ends. A shell cannot trap what it was told to ignore, as by nohup.
echo WAIT >"$work/statuses" && : >"$work/calls"
env --default-signal=HUP scripts/container-play play >"$work/said" 2>&1 &
first=$!
for _ in $(seq 100); do [ -s "$work/calls" ] && break; sleep 0.1; done
for _ in $(seq 100); do kill -HUP "$first"; sleep 0.1; grep -q reread "$work/calls" && break; done
grep -q reread "$work/calls" || fail 'SIGHUP does not reach the program'
kill -TERM "$first"
wait "$first" || fail "after SIGTERM: status $?"
first=''
grep -q told "$work/calls" || fail 'SIGTERM does not reach the program'

# The unit does the same.
grep -qx 'RestartForceExitStatus=75' scripts/fibsbot.service || fail 'the unit does not start again after 75'
grep -qx 'Restart=on-abnormal' scripts/fibsbot.service || fail 'the unit starts again after a fault'
echo 'again after 75 and a crash, and only then'
