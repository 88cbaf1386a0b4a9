#!/usr/bin/env bash
# fibsd as bgammon.org on a real port: hosts and persons play matches, a client logs in by an
# account, nothing illegal is said, the log keeps no password; a bot that joins a person
# hangs it.
set -u
build=${BUILD:-build}
work=$(mktemp -d) || exit 1
server=
trap '[ -n "$server" ] && kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
fail() { echo "failed: $*"; tail -5 "$work"/*; exit 1; }

start() {
    : >"$work/out"
    "$build/fibsd" --protocol bgammon --port 0 "$@" >"$work/out" 2>"$work/err" &
    server=$!
    for _ in $(seq 100); do
        port=$(sed -n 's/^listening on .*://p' "$work/out")
        [ -n "$port" ] && return
        sleep 0.1
    done
    fail "it does not listen"
}

# stop: and everything that it has printed is there
stop() {
    kill "$server"
    wait "$server" || fail "its status is $?"
    server=
}

# hear FD TEXT: reads lines until one has TEXT, for 20 seconds at most each
hear() {
    local line
    while IFS= read -r -t 20 -u "$1" line; do
        case $line in *"$2"*) return ;; esac
    done
    fail "nobody says $2"
}

timeout 20 "$build/fibsd" --port 0 --accounts "$work" 2>"$work/err" && fail "a folder of accounts is none of a file"
grep -qx "fibsd: $work: Is a directory" "$work/err" || fail "a folder is not called one"
for standing in nan inf 1500x 0x -5 '' 1500: 1500:-3 1500:0x10 1500:3: 1500:99999999999; do
    status=0
    timeout 20 "$build/fibsd" --port 0 --account "anna:secret:$standing" >"$work/out" 2>"$work/err" || status=$?
    [ "$status" = 1 ] && grep -q "^fibsd: account 'anna': .*: expected a .*number from 0 to .*, found " "$work/err" ||
        fail "an account of $standing: status $status, $(cat "$work/err")"
done

start --hosts 2 --persons 2 --pace 0 --points 1 --split --account carl:geheim \
    --results "$work/results" --log "$work/log" --ping 1000
exec 3<>"/dev/tcp/127.0.0.1/$port"
hear 3 'hello '
echo 'lj test/en carl geheim' >&3
hear 3 '"PlayerName":"carl"'
hear 3 '"Type":"ping"'
echo 'frobnicate' >&3
hear 3 'Unknown command: frobnicate'
echo 'disconnect' >&3
while IFS= read -r -t 20 -u 3 _; do :; done
exec 3>&-
for _ in $(seq 600); do
    [ "$(grep -c '^match ' "$work/results" 2>/dev/null)" -ge 5 ] 2>/dev/null && break
    sleep 0.1
done
[ "$(grep -c '^match ' "$work/results")" -ge 5 ] || fail "no five matches in a minute"
stop
grep -q 'illegal commands 0, .* forbidden joins 0, ' "$work/out" || fail "the counts"
grep -q 'geheim' "$work/log" && fail "the password is in the log"
grep -q '"PlayerName":"carl"' "$work/log" || fail "the log has no traffic"

start --quiet
exec 3<>"/dev/tcp/127.0.0.1/$port" 4<>"/dev/tcp/127.0.0.1/$port"
printf 'lj test/en ann\ncreate public 5 0\n' >&3
hear 3 '"Type":"joined"'
printf 'lj test/en bot_b\njoin Guest_ann\n' >&4
hear 4 'failedjoin'
hear 3 '"Message":"Please wait' # from before
echo 'list' >&3
IFS= read -r -t 1 -u 3 line && fail "it still answers: $line"
stop
grep -q 'a bot has joined a match of a person' "$work/err" || fail "nobody is told of the lock"
echo passed
