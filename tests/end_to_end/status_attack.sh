#!/usr/bin/env bash
# Attacks on the status page of a bot at play: requests in a pipeline whose answers nobody
# reads, and 200 connections to a bot with 128 descriptors, whose line to the server then
# breaks. Its memory, its share of a processor, its log and the time it takes to answer
# the server stay small, and it connects again and plays on.
set -u
[ -x "${BUILD:-build}/fibsd" ] || { echo "no local server"; exit 77; }
. tests/end_to_end/library
# The address sanitizer, where there is one, would keep 256 MB of freed memory.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}quarantine_size_mb=1
start_server --seed 5 --delay 20 || exit 1
status=$(free_port)
ulimit -Sn 128
start_bot a -s account.debuggable=yes -s "status.port=$status" -s status.offline_limit=2 -s connection.backoff_first=1 \
    -s log.level=info --log-level info && a=$last_bot
ulimit -Sn 1024
start_bot b --invite a_bot:15 -s invite.idle=1 -s connection.backoff_first=1 -s history.file=

get() { # PATH: the answer
    exec 3<>"/dev/tcp/127.0.0.1/$status" || return 1
    printf 'GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n' "$1" >&3
    cat <&3
    exec 3>&-
}
# until_true COMMAND: for 30 s
until_true() {
    for _ in $(seq 150); do
        "$@" && return 0
        sleep 0.2
    done
    return 1
}
decided() { # COUNT: a_bot has made so many decisions
    get /metrics 2>/dev/null >"$work/metrics" &&
        [ "$(sed -n 's/^fibsbot_decisions_total.* //p' "$work/metrics")" -ge "$1" ] 2>/dev/null
}
kill_server() {
    kill -KILL "$server"
    wait "$server" 2>/dev/null
}
is_well() { get /healthz 2>/dev/null | grep -q 'HTTP/1.1 200'; }
is_ill() { get /healthz 2>/dev/null | grep -q 'no account has been logged in'; }
memory_kb() { sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$a/status"; }
processor_ticks() { # of which there are 100 a second
    local fields
    read -ra fields < <(sed 's/.*) //' "/proc/$a/stat")
    echo $((fields[11] + fields[12]))
}

until_true decided 10 || fail "a_bot does not play: $(cat "$work/metrics")"
until_true is_well || fail "a bot at play is not well"
memory=$(memory_kb) ticks=$(processor_ticks) start=$SECONDS

# ---- a pipeline that nobody reads ----------------------------------------------------------
for _ in 1 2 3 4 5 6 7 8; do
    {
        exec 4<>"/dev/tcp/127.0.0.1/$status"
        timeout 4 yes $'GET / HTTP/1.1\r\nHost: localhost\r\n\r' >&4
        sleep 4
    } 2>/dev/null &
    pids="$pids $!"
done
highest=$memory
for _ in $(seq 20); do
    sleep 0.2
    now=$(memory_kb)
    [ "$now" -gt "$highest" ] && highest=$now
done
[ $((highest - memory)) -lt 30000 ] || fail "unread answers: from $memory to $highest kB"

# ---- 200 connections, and the line breaks --------------------------------------------------
kill_server
for _ in $(seq 200); do
    timeout 6 bash -c "exec 3<>/dev/tcp/127.0.0.1/$status; sleep 6" 2>/dev/null &
    pids="$pids $!"
done
logins=$(grep -c 'logged in as' "$work/a.log")
sleep 1
"$build/fibsd" --port "$port" --account a_bot:secret_a:1500:500 --account b_bot:secret_b:1500:500 \
    --quiet --log "$work/fibsd.log" --seed 6 --delay 20 >"$work/fibsd.out" 2>&1 &
server=$!
logged 'logged in as' $((logins + 1))
descriptors=$(find "/proc/$a/fd" -mindepth 1 | wc -l)
[ "$descriptors" -le 96 ] || fail "$descriptors of 128 descriptors are in use"
until_true is_well || fail "logged in again, but not well"
get /metrics >"$work/metrics"
played=$(sed -n 's/^fibsbot_decisions_total.* //p' "$work/metrics")
until_true decided $((played + 10)) || fail "a_bot does not play on"

# ---- what it cost --------------------------------------------------------------------------
seconds=$((SECONDS - start)) ticks=$(($(processor_ticks) - ticks))
[ "$ticks" -le $((seconds * 40)) ] || fail "$ticks hundredths of a second of a processor in $seconds s"
lines=$(grep -c 'status page: connections' "$work/a.log")
[ "$lines" -le $((seconds / 60 + 1)) ] || fail "$lines lines about it in the log"
slowest=$(awk '/S: Please move/ { asked = $1 } /C: move/ && asked { if ($1 - asked > most) most = $1 - asked; asked = 0 }
               END { print most + 0 }' "$work/a.trace")
[ "$slowest" -lt 2000 ] || fail "an answer to the server took $slowest ms"
echo "memory +$((highest - memory)) kB, $ticks hundredths of a second of a processor in $seconds s," \
    "$descriptors descriptors, $lines lines logged, answers to the server within $slowest ms"

# ---- the server stays away -----------------------------------------------------------------
kill_server
until_true is_ill || fail "off line for long, but well"
exit 0
