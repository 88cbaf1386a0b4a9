#!/usr/bin/env bash
# A bot plays by WebSocket over TLS: whole matches, with fragments and pings between them, and
# over a server that closes now and then. Certificates, keys and answers that are wrong end it
# with a reason, and the password stands in no file.
set -u
for program in openssl python3; do
    command -v $program >/dev/null || { echo "$program is not installed"; exit 77; }
done
. tests/end_to_end/library
. tests/end_to_end/bgammon_library
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$work/tls.key" -out "$work/tls.crt" \
    -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost 2>/dev/null || fail "no certificate"

# start_proxy FAULT: in front of the server; sets proxy_port
start_proxy() {
    : >"$work/proxy.out"
    python3 tests/tools/websocket_proxy.py "$port" "$work/tls.crt" "$work/tls.key" "$1" >"$work/proxy.out" 2>&1 &
    pids="$pids $!"
    within 30 finds proxy_port "$work/proxy.out" '1s/^\([0-9]*\)$/\1/p' || fail "no proxy: $(cat "$work/proxy.out")"
}

# play_by FAULT MATCHES OPTIONS...
play_by() {
    local fault=$1 matches=$2
    shift 2
    start_proxy "$fault"
    start_guest_bot a -s server.transport=websocket --server "localhost:$proxy_port" --matches "$matches" \
        -s "server.ca_file=$work/tls.crt" -s invite.length=3 -s accept.lengths=1-15 \
        -s connection.backoff_first=1 -s connection.backoff_max=2 "$@"
}

# refused FAULT TEXT OPTIONS...: the bot logs TEXT and does not get in
refused() {
    local fault=$1 text=$2
    shift 2
    : >"$work/a.log"
    play_by "$fault" 1 "$@"
    within 60 grep -q "$text" "$work/a.log" || fail "$fault: not logged: $text"
    grep -q 'logged in as' "$work/a.log" && fail "$fault: it logs in"
    kill "$last_bot" 2>/dev/null
    wait_for "$last_bot" 30
}

start_bgammon --persons 2 --pace 0 --seed 8 --ping 1000
for fault in plain pieces; do
    rm -rf "$work"/matches-a "$work"/history-a.db* "$work"/a.* "$work/results"
    play_by $fault 2
    wait_for "$last_bot" 120 || fail "$fault: the bot: status $?"
    compare_results a 2
    grep 'fault of the client' "$work/proxy.out" && fail "$fault: frames"
    grep ' warning \| error ' "$work/a.log" && fail "$fault: warnings in the log"
done
rm -rf "$work"/matches-a "$work"/history-a.db* "$work"/a.* "$work/results"
play_by close 1
wait_for "$last_bot" 120 || fail "close: the bot: status $?"
grep -q 'the server closed the WebSocket, status 1001' "$work/a.log" || fail "a close is not told"

refused refuse 'the server speaks no WebSocket: HTTP/1.1 404 Not Found'
refused key 'the server answers another WebSocket request'
refused masked 'what the server sends is no WebSocket frame\|a WebSocket message is broken'
refused plain 'certificate refused: ' -s server.ca_file=
stop_bgammon

# what cannot be is told before
check() {
    printf '%s\n' "$@" >"$work/bot.conf"
    "$build/fibsbot" config --check "$work/bot.conf" 2>&1
}
check '[server]' 'protocol = bgammon' 'tls = yes' '[account]' 'name = bot_a' >"$work/said"
grep -q 'server.tls: .*set server.transport = websocket' "$work/said" || fail "TLS without WebSocket is not told"
check '[server]' 'protocol = bgammon' '[account]' 'name = anna' >"$work/said"
grep -q "account.name: .*bots' names begin with bot_" "$work/said" || fail "a person's name is not told"
check '[server]' 'protocol = bgammon' '[account bot_a]' '[account bot_b]' '[account bot_c]' >"$work/said"
grep -q 'server.protocol: more than two bots at bgammon.org' "$work/said" || fail "three bots are not told"
check '[server]' 'transport = websocket' >"$work/said"
grep -q 'server.transport: websocket needs server.protocol = bgammon' "$work/said" ||
    fail "WebSocket without bgammon.org is not told"
check '[server]' 'protocol = bgammon' '[account]' 'name = bot_a' '[invite]' 'length = 2' >"$work/said"
grep -q 'accept.lengths: it lacks invite.length' "$work/said" || fail "a length that is refused is not told"
check '[server]' 'protocol = bgammon' '[account]' 'name = bot_a' '[invite]' 'length = unlimited' >"$work/said"
grep -q 'invite.length: bgammon.org has no unlimited matches' "$work/said" || fail "an unlimited match is not told"
check '[server]' 'protocol = bgammon' '[account]' 'name = bot_a' '[play]' 'observe = yes' >"$work/said"
grep -q 'play.observe: bgammon.org cannot be watched' "$work/said" || fail "--observe is not told"
check '[server]' 'protocol = bgammon' '[account]' 'name = bot_a' '[tournament]' 'name = Cup' '[entrant bot_b]' \
    '[entrant bot_c]' >"$work/said"
grep -q 'server.protocol: tournaments are played on FIBS only' "$work/said" || fail "a tournament is not told: $(cat "$work/said")"
echo passed
