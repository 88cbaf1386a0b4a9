#!/usr/bin/env bash
# The status page of a bot at play, as text over a plain socket; status_look.sh looks at
# it with a browser.
set -u
. tests/end_to_end/library
start_server --seed 5 --delay 100 --flood 2 || exit 1
status=$(free_port)
start_bot a -s "status.port=$status" -s log.chat=yes -s history.file="$work/a.db" \
    -s log.level=info --log-level info && a=$last_bot
start_bot b --invite a_bot:5 -s invite.idle=1 -s history.file= && b=$last_bot

has_decided() {
    http_get "$status" /metrics >"$work/metrics" 2>/dev/null
    grep -q 'decisions_total{account="a_bot"} [1-9][0-9]' "$work/metrics"
}
within 60 has_decided
for metric in $(grep -o 'fibsbot_[a-z_]*' scripts/fibsbot-alerts.yml | sort -u); do
    grep -q "^# TYPE $metric " "$work/metrics" || fail "the examples of alerts ask for $metric, which is no metric"
done
grep -q '^fibsbot_playing{account="a_bot"} 1' "$work/metrics" || fail "not playing: $(cat "$work/metrics")"
http_get "$status" /status | grep -q '"opponent": "b_bot"' || fail "no opponent in /status"
http_get "$status" / >"$work/page.html"
for text in 'Playing <b>b_bot</b>' 'class="board"' 'Chance of winning' '<h2>Log</h2>' 'id="accounts"' \
    '<title>[0-9]*-[0-9]* b_bot - fibsbot</title>' 'data-copy="XGID=' ', [0-9]-ply, up [0-9]'; do
    grep -q "$text" "$work/page.html" || fail "no \"$text\" on the page"
done
grep -q 'secret_a' "$work/page.html" && fail "the password is on the page"
kill "$server"
says_why() { http_get "$status" / | grep -q '>off line: [a-z]'; }
within 20 says_why || fail "the page does not say why nobody is logged in: $(http_get "$status" / | grep -o '>off line[^<]*')"
exit 0
