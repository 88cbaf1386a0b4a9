#!/usr/bin/env bash
# Options that need more than a server: a list of users at an https address, whose last
# good copy holds when the address fails; traces that are rotated under a flood; little
# said, levels not for users to choose, match files by opponent.
set -u
command -v openssl >/dev/null || { echo "no openssl program"; exit 77; }
. tests/end_to_end/library
start_server --seed 6 --crowd 60000 --crowd-every 1 --account anna:pw:1500:500 --account bert:pw:1500:500 || exit 1
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$work/tls.key" -out "$work/tls.crt" \
    -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost 2>/dev/null || exit 77
web_port=$(free_port)
mkdir "$work/served"

serve() {
    (cd "$work/served" && exec openssl s_server -quiet -WWW -accept "127.0.0.1:$web_port" \
        -cert ../tls.crt -key ../tls.key >/dev/null 2>&1) &
    web=$!
    pids="$pids $web"
    within 30 is_served || fail "no web server"
}
is_served() { (: >"/dev/tcp/127.0.0.1/$web_port") 2>/dev/null; }

start() {
    start_bot a -s "accept.list_url=https://localhost:$web_port/list" -s "server.ca_file=$work/tls.crt" \
        -s talk.refusal_every=1 -s talk.lines=3 -s talk.levels=no -s record.group=opponent \
        -s log.trace_size=1 -s log.trace_files=2
}

echo 'block anna' >"$work/served/list"
serve
user anna
user bert
start
logged 'logged in as' 1
logged '1 rule.* of https://localhost' 1
say anna 'invite a_bot 1'
hears anna '^12 a_bot .*do not play with you at present'
say bert 'tell a_bot level expert' # not for him to say
hears bert '^12 a_bot .*level'
grep -q '^12 a_bot .*From now on' "$work/bert.heard" && fail "a user chose a level"

# the address is gone, the program starts anew: the copy holds
kill "$web"
wait "$web" 2>/dev/null
kill -TERM "$last_bot"
wait_for "$last_bot" 60 || fail "the bot ends with status $?"
: >"$work/anna.heard"
start
logged 'logged in as' 2
hears anna '^5 a_bot - - 1 0 ' # it is ready: until then the server refuses for it
say anna 'invite a_bot 1'
hears anna '^12 a_bot .*do not play with you at present'

# there again, with another list
echo 'block somebody_else' >"$work/served/list"
serve
kill -HUP "$last_bot"
logged 'rule.* of https://localhost' 2
say anna 'invite a_bot 1'
hears anna 'Player a_bot has joined you'
for _ in 1 2 3 4 5 6; do say anna 'tell a_bot about'; done
pause 1
say anna 'resign n'
hears anna 'a_bot wins the 1 point match'
pause 1
said=$(grep -c '^12 a_bot ' <(sed -n '/has joined you/,$p' "$work/anna.heard"))
[ "$said" -le 3 ] || fail "said $said lines"
ls "$work"/matches-a/anna/*-anna-1pt.mat >/dev/null || fail "no match file by opponent"
within 30 [ -e "$work/a.trace.1" ]
[ -e "$work/a.trace.1" ] || fail "the trace is not rotated: $(ls -l "$work"/a.trace*)"
[ "$(stat -c %s "$work/a.trace.1")" -le 1100000 ] || fail "a trace of $(stat -c %s "$work/a.trace.1") bytes"
kill -TERM "$last_bot"
wait_for "$last_bot" 60 || fail "the bot ends with status $?"
echo "a list from the net, its copy, rotated traces"
