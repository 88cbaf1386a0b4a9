#!/usr/bin/env bash
# A limit on the size of files (ulimit -f) is as good as a full disk: the bot is not killed by
# SIGXFSZ, says what it cannot write, and plays its match to the end. At its start it is a
# fault that passes.
set -u
. tests/end_to_end/library
start_server --seed 5 || exit 1

# start_limited KB OPTIONS...: a_bot, whose files may have so many kB
start_limited() {
    local limit=$1
    shift
    (ulimit -c 0 -f "$limit" && cd "$work" && FIBSBOT_PASSWORD=secret_a exec "$build/fibsbot" play \
        --server "127.0.0.1:$port" --name a_bot -s strength.play_ply=0 -s strength.cube_ply=0 \
        -s "record.folder=$work/matches-a" "$@" >"$work/a.out" 2> >(cat >>"$work/a.log")) &
    pids="$pids $!"
    last_bot=$!
}

start_limited 3
wait_for "$last_bot" 60
status=$?
[ "$status" -eq 75 ] || fail "without room for a test block: status $status"
logged 'history.file: folder .*: cannot be written to: File too large'
grep -q 'logged in as' "$work/a.log" && fail "logged in without room"
[ -z "$(ls -A "$work/matches-a" 2>/dev/null)" ] || fail "the test block stays"

start_limited 20 -s history.required=no -s "record.decisions=$work/decisions" -s "log.trace=$work/a.trace" \
    --matches 1
bot=$last_bot
logged 'logged in as'
start_bot b --invite a_bot:3 -s invite.idle=1 --matches 1
wait_for "$bot" 120
status=$?
[ "$status" -eq 0 ] || fail "status $status"
logged 'error .*decisions: not written, to be tried again: .*'
logged 'error .*history: not written, to be tried again: .*'
grep -q '\(won\|lost\) the match against b_bot' "$work/a.log" || fail "the match was not played to its end"
[ "$(stat -c %s "$work/decisions")" -le 20480 ] || fail "the limit is none"
echo "one match with files of 20 kB at most"
