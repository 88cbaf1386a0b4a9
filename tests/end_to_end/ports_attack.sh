#!/usr/bin/env bash
# Attacks on every port at once: the status page of a bot at play with 128 descriptors, its
# server, the server and the table of `spar`, the external player. Pipelines whose answers
# nobody reads, crowds, resets, garbage, new accounts, tries of passwords; then 200
# connections to the status page while the line to the server breaks. Memory, shares of a
# processor, logs and the time to answer the server stay small, newcomers are served, and
# the bot connects again and plays on. ATTACK_MEMORY_KB, ATTACK_LATE_MS, ATTACK_TICKS: other
# bounds.
set -u
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
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

# start_other NAME PATTERN ARGUMENTS...: $found is what its output says
start_other() {
    local name=$1 pattern=$2
    shift 2
    (cd "$work" && exec "$build/fibsbot" "$@" >"$work/$name.out" 2>"$work/$name.log") &
    last_other=$!
    pids="$pids $last_other"
    within 30 finds found "$work/$name.out" "$pattern" || fail "$name did not start: $(cat "$work/$name.out")"
}
start_other external 's/^listening on .*:\([0-9]*\)$/\1/p' external 0 --ply 0 && external=$last_other external_port=$found
start_other spar 's/.* 127.0.0.1, port \([0-9]*\)\.$/\1/p' spar --level beginner --port 0 --folder spar -s invite.idle=86400 &&
    spar=$last_other spar_port=$found
start_other table 's/^Play in the browser:  //p' spar --web --no-open --level beginner --port 0 --folder table -s invite.idle=86400 &&
    table=$last_other table_address=$found

get() { # PATH: the answer
    exec 3<>"/dev/tcp/127.0.0.1/$status" || return 1
    printf 'GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n' "$1" >&3
    cat <&3
    exec 3>&-
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
processor_ticks() { # of which there are 100 a second
    local fields
    read -ra fields < <(sed 's/.*) //' "/proc/$a/stat")
    echo $((fields[11] + fields[12]))
}

within 30 decided 10 || fail "a_bot does not play: $(cat "$work/metrics")"
within 30 is_well || fail "a bot at play is not well"
ticks=$(processor_ticks) start=$SECONDS

# The longest pause of the machine so far, in ms: an answer cannot come meanwhile.
python3 -c 'import time
longest, last = 0, time.monotonic()
while True:
    time.sleep(0.02)
    now = time.monotonic()
    if now - last > longest:
        longest = now - last
        print(int(1000 * longest), flush=True)
    last = now' >"$work/pauses" &
pids="$pids $!"

# ---- all ports at once ---------------------------------------------------------------------
attackers=''
attack() {
    python3 tests/tools/port_attack.py "$@" >"$work/attack_$2.log" 2>&1 &
    attackers="$attackers $!"
}
table_port=${table_address#http://127.0.0.1:} table_port=${table_port%%/*}
attack http "$status" "$a"
attack table "$table_port" "$table" "/${table_address#http://127.0.0.1:*/}"
attack fibs "$port" "$server"
attack fibs "$spar_port" "$spar"
attack external "$external_port" "$external"
is_good=1
for attacker in $attackers; do
    wait "$attacker" || is_good=0
done
[ "$is_good" = 1 ] || fail "an attack had its way"
cat "$work"/attack_*.log

# ---- 200 connections, and the line breaks --------------------------------------------------
kill_server
python3 -c 'import socket, sys, time
crowd = [socket.socket() for _ in range(200)]
for one in crowd:
    one.setblocking(False)
    one.connect_ex(("127.0.0.1", int(sys.argv[1])))
time.sleep(6)' "$status" &
pids="$pids $!"
logins=$(grep -c 'logged in as' "$work/a.log")
pause 1
"$build/fibsd" --port "$port" --account a_bot:secret_a:1500:500 --account b_bot:secret_b:1500:500 \
    --quiet --log "$work/fibsd.log" --seed 6 --delay 20 >>"$work/fibsd.out" 2>&1 &
server=$!
logged 'logged in as' $((logins + 1))
descriptors=$(find "/proc/$a/fd" -mindepth 1 | wc -l)
[ "$descriptors" -le 96 ] || fail "$descriptors of 128 descriptors are in use"
within 30 is_well || fail "logged in again, but not well"
get /metrics >"$work/metrics"
played=$(sed -n 's/^fibsbot_decisions_total.* //p' "$work/metrics")
within 30 decided $((played + 10)) || fail "a_bot does not play on"

# ---- what it cost --------------------------------------------------------------------------
seconds=$((SECONDS - start)) ticks=$(($(processor_ticks) - ticks))
[ "$ticks" -le $((seconds * ${ATTACK_TICKS:-40})) ] || fail "$ticks hundredths of a second of a processor in $seconds s"
for log in a.log table.log spar.log external.log fibsd.out; do
    lines=$(grep -c ': connections ' "$work/$log")
    [ "$lines" -le $((seconds / 60 + 2)) ] || fail "$lines lines about it in $log"
    size=$(stat -c %s "$work/$log")
    [ "$size" -le 200000 ] || fail "$size bytes in $log"
done
slowest=$(awk '/S: Please move/ { asked = $1 } /C: move/ && asked { if ($1 - asked > most) most = $1 - asked; asked = 0 }
               END { print most + 0 }' "$work/a.trace")
paused=$(tail -n 1 "$work/pauses")
[ "$slowest" -lt $((${ATTACK_LATE_MS:-2000} + paused)) ] ||
    fail "an answer to the server took $slowest ms, and the machine paused for $paused ms at most"
echo "$ticks hundredths of a second of a processor in $seconds s," \
    "$descriptors descriptors, answers to the server within $slowest ms"

# ---- the server stays away -----------------------------------------------------------------
kill_server
within 30 is_ill || fail "off line for long, but well"
exit 0
