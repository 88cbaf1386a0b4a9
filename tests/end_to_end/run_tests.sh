#!/usr/bin/env bash
# scripts/run-tests and .ci/run leave nothing running: not when they are interrupted, not
# when a test takes too long, and not when a test forgets what it started.
set -u
cd "$(dirname "$0")/../.." || exit 1
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'kill -KILL $(cat "$work"/*.id 2>/dev/null) 2>/dev/null; rm -rf "$work"' EXIT
fail() { echo "$*"; cat "$work/said"; exit 1; }

# ---- a small tree with a test that starts processes of each kind ---------------------------

mkdir -p "$work/scripts" "$work/.ci" "$work/tests/end_to_end" "$work/build"
cp scripts/{run-tests,processes.sh,usage.sh} "$work/scripts"
cp .ci/run "$work/.ci"
export work
# a child, one that only SIGKILL ends, one in a process group of its own, one in a session
# of its own, and one whose parent is gone; then the test itself
cat >"$work/tests/end_to_end/busy.sh" <<'END'
#!/usr/bin/env bash
sleep 600 & echo $! >"$work/child.id"
[ -z "${STUBBORN:-}" ] || { bash -c 'trap "" TERM; echo $$ >"$work/stubborn.id"; while :; do sleep 1; done' & }
timeout 600 sleep 600 & echo $! >"$work/group.id"
[ -z "${LASTING:-}" ] || { setsid sleep 600 & echo $! >"$work/session.id"; }
(sleep 600 & echo $! >"$work/orphan.id")
echo $$ >"$work/test.id"
[ -z "${LASTING:-}" ] || sleep 600
END
chmod +x "$work/tests/end_to_end/busy.sh"
# the first step of .ci/run
printf '#!/bin/sh\nexec scripts/run-tests build fast busy\n' >"$work/scripts/install-deps"
chmod +x "$work/scripts/install-deps"

# begin COMMAND...: in the background, with signals as at a terminal, until the test is busy
begin() {
    rm -f "$work"/*.id
    python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.chdir(sys.argv[1])
os.execvp(sys.argv[2], sys.argv[2:])' "$work" "$@" >"$work/said" 2>&1 &
    runner=$!
    for _ in $(seq 600); do
        [ -s "$work/test.id" ] && { [ -z "${STUBBORN:-}" ] || [ -s "$work/stubborn.id" ]; } && return 0
        sleep 0.1
    done
    fail "$*: the test did not begin"
}

# is_running ID: the dead lie about until process 1 looks after them, which may be at any moment
is_running() { grep -qs '^State:[[:space:]]*[^XZ[:space:]]' "/proc/$1/status"; }

# ends STATUS WHAT: the runner with this status, and no process of the test is left
ends() {
    local status=0 id
    wait "$runner" || status=$?
    [ "$status" -eq "$1" ] || fail "$2: status $status"
    for id in "$work"/*.id; do
        ! is_running "$(cat "$id")" || fail "$2: still there: $(basename "$id" .id)"
    done
}

# ---- what must end it ------------------------------------------------------------------------

begin scripts/run-tests build fast busy
ends 0 'a test that forgot its processes'
grep -q '^1 passed, 0 failed$' "$work/said" || fail 'such a test has passed'

export LASTING=1
TEST_SECONDS=2 begin scripts/run-tests build fast busy
ends 1 'a test that took too long'
grep -q 'busy.sh.* FAILED; ended after 2 s$' "$work/said" || fail 'it was not said why the test failed'
! grep 'kill:' "$work/said" || fail 'it ended what was no longer there'

for command in 'scripts/run-tests build fast busy' .ci/run; do
    for signal in INT TERM; do
        # shellcheck disable=SC2086
        begin $command
        kill -$signal "$runner"
        ends $((128 + $(kill -l $signal))) "$command, $signal"
    done
done

STUBBORN=1 TEST_SECONDS=54321 begin scripts/run-tests build fast busy
! grep -lzxs 54321 /proc/[0-9]*/cmdline || fail 'a process waits for the end of the time, and may outlast the runner'
kill -TERM "$runner"
ends 143 'a test that hears no signal'

# ---- who is found by his session alone -------------------------------------------------------

# He lost his parent before anybody noted the session: he is asked to end as all others are.
. scripts/processes.sh
rm -f "$work"/*.id
cat >"$work/polite" <<'END2'
trap 'touch "$work/asked"; exit' TERM
echo $$ >"$work/polite.id"
while :; do sleep 0.1; done
END2
(setsid bash -c '(bash "$work/polite" &); sleep 600' & wait) &
leader=$!
for _ in $(seq 600); do
    [ -s "$work/polite.id" ] && break
    sleep 0.1
done
end_processes 60 "$leader"
[ -e "$work/asked" ] || fail 'an orphan is not asked to end'
! is_running "$(cat "$work/polite.id")" || fail 'an orphan is left'
