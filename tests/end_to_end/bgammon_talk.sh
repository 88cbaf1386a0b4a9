#!/usr/bin/env bash
# People at a bot's table on a server like bgammon.org: who is blocked is left, `say level` sets
# the level and is remembered over a restart, the owner's orders work at the table, the status
# page and the log tell the match. No second match is offered while the bot is paused.
set -u
[ -x "${BUILD:-build}/fibsd" ] || { echo "no local server"; exit 77; }
. tests/end_to_end/library
. tests/end_to_end/bgammon_library
umask 077
echo open-sesame-42 >"$work/secret"
status=$(free_port)

# start: the bot, as the options of all say
start() {
    start_guest_bot a -s invite.length=1 -s accept.lengths=1-15 -s accept.block=Guest_bert -s accept.min_rating=1200 -s log.chat=yes \
        -s owner.name=Guest_boss -s "owner.secret_file=$work/secret" -s "status.port=$status" "$@"
}

# guest NAME [WORDS SHOWN]: logs in, as somebody with an account by WORDS, and waits for a match; what is heard is in $work/NAME.heard
guest() {
    local fd
    exec {fd}<>"/dev/tcp/127.0.0.1/$port" || fail "no connection for $1"
    printf 'lj test/en %s\n' "${2:-$1}" >&"$fd"
    cat <&"$fd" >"$work/$1.heard" &
    pids="$pids $!"
    eval "fd_$1=$fd"
    hears "$1" "\"PlayerName\":\"${3:-Guest_}"
}

# order NAME COMMAND
order() {
    local -n fd=fd_$1
    printf '%s\n' "$2" >&"$fd"
}

# sit_down NAME: joins the bot's match as soon as there is one
sit_down() {
    for _ in $(seq 400); do
        order "$1" 'join BOT_a'
        sleep 0.3
        grep -q '"Type":"joined"' "$work/$1.heard" && return
    done
    fail "$1 cannot join"
}

# give_up NAME: in the opening, and when it is their turn; who has left hears no goodbye
give_up() {
    order "$1" roll
    hears "$1" '"Turn":1,'
    order "$1" resign
    hears "$1" 'Thank you for the match'
    order "$1" leave
}

# pongs: so many has the bot answered
pongs() { grep -c ' C pong ' "$work/fibsd.log"; }

# Guests answer no pings.
start_bgammon --ping 1000 --silence 1000000 --account lena:secret_l:1100:0 --account hans:secret_h:1300:0
start
guest bert
sit_down bert
hears bert '"Type":"left","Player":"BOT_a"'
logged 'the rules do not allow this match'
order bert leave
guest lena 'lena secret_l' lena
sit_down lena
hears lena '"Type":"left","Player":"BOT_a"'
order lena leave
guest hans 'hans secret_h' hans
sit_down hans
give_up hans
hears hans 'Thank you for the match'

guest anna
sit_down anna
order anna 'say level casual'
hears anna 'From now on I play you at level casual'
order anna 'say help'
hears anna 'I know, by tell'
http_get "$status" /status >"$work/page"
grep -q 'Guest_anna' "$work/page" || fail "the status page does not know the opponent"
give_up anna

kill -TERM "$last_bot"
wait_for "$last_bot" 120 || fail "the bot ends with status $?"
start
: >"$work/anna.heard"
sit_down anna
order anna 'say level'
hears anna 'I play you at level casual'
order anna 'say stats'
hears anna 'We have finished 1 match: you have won 0, I 1'
give_up anna

guest boss
sit_down boss
order boss 'say owner open-sesame-42 status'
hears boss 'playing Guest_boss'
order boss 'say owner open-sesame-42 pause'
hears boss 'I take no new matches'
give_up boss
from=$(pongs) # its clock goes on for longer than it waits between two matches
until [ "$(pongs)" -ge $((from + 5)) ]; do
    kill -0 "$last_bot" 2>/dev/null || fail "the bot has ended"
    sleep 0.2
done
: >"$work/boss.heard"
order boss list
hears boss '"Type":"list"'
grep -q BOT_a "$work/boss.heard" && fail "a match is open though the bot is paused"
kill -TERM "$last_bot"
wait_for "$last_bot" 120 || fail "the bot ends with status $?"
stop_bgammon
[ "$(listed a matches | grep -c 'bgammon.org at 127.0.0.1')" -ge 3 ] || fail "the history does not name the server"
listed a matches | grep -q 'Guest_anna,1,level casual,' || fail "the level is not in the history"
[ "$(listed a matches | grep '"hans",\|,hans,' | grep -c ',1500.00,')" -eq 1 ] || fail "the history has no rating: $(listed a matches)"
grep -rq 'open-sesame' "$work"/a.log "$work"/a.trace "$work"/history-a.db* && fail "the owner's secret is told"
echo passed
