#!/usr/bin/env bash
# Saved matches that do not go on, on a server that does what others do: over by the score,
# or with boards that cannot be. The bot leaves them, says so once, and does
# not come back to them, also after a restart.
set -u
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
. tests/end_to_end/library

# begin KIND: the server; its commands are in $work/KIND.heard
begin() {
    heard=$work/$1.heard
    python3 tests/tools/stuck_server.py "$1" >"$heard" 2>"$work/$1.err" &
    server=$!
    within 60 finds port "$heard" 's/^port //p' || fail "no server: $(cat "$work/$1.err")"
}

count() { grep -c -- "$1" "$heard"; }

# run KIND OPTIONS: the bot, in the background
run() {
    local kind=$1
    shift
    start_bot a -s "history.file=$work/$kind.db" -s invite.left_pause=1 -s record.matches=no \
        -s connection.acknowledge=200 "$@"
}

# stop_after SECONDS KIND
stop_after() {
    pause "$1"
    kill -TERM "$last_bot"
    wait_for "$last_bot" 30 || fail "$2: the bot ends with status $?"
}

# play KIND CODE LEAVES: until the match is set aside, and a second run
play() {
    local kind=$1 code=$2 left=$3 page invited
    begin "$kind"
    : >"$work/a.log"
    page=$(free_port)
    run "$kind" -s "status.port=$page"
    logged "the saved match with opp_a is set aside: $code"
    http_get "$page" /status | grep -q "\"set_aside\": \"$code\"" || fail "$kind: not on the page"
    stop_after 4 "$kind" # in which it could invite again
    [ "$(grep -c 'is set aside' "$work/a.log")" -eq 1 ] || fail "$kind: told more than once"
    [ "$(count '^leave$')" -eq "$left" ] || fail "$kind: left $(count '^leave$') times, not $left"
    invited=$(count '^invite opp_a$')
    run "$kind"
    logged 'logged in as a_bot' 2
    stop_after 4 "$kind"
    [ "$(count '^invite opp_a$')" -eq "$invited" ] || fail "$kind: invited again after a restart"
    [ "$(count '^tell opp_a ')" -eq 1 ] || fail "$kind: opp_a was told $(count '^tell opp_a ') times"
    "$build/fibsbot" stats --list stuck --csv "$work/$kind.db" | grep -q ",a_bot,opp_a,.*,$code,127.0.0.1\$" || fail "$kind: not in the statistics"
    "$build/fibsbot" stats --week "$work/$kind.db" | grep -q "a_bot: opp_a, .*: $code\$" || fail "$kind: not in the week"
    no_unknown_lines
    kill -KILL "$server"
    wait "$server" 2>/dev/null
}

play finished finished 1
play impossible unreadable 2
echo "two matches set aside, none of them tried again"
