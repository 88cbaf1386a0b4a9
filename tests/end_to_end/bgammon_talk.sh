#!/usr/bin/env bash
# People at a bot's table on a server like bgammon.org: who is blocked is left, `say level` sets
# the level and is remembered over a restart, the owner's orders work at the table, the status
# page and the log tell the match. No second match is offered while the bot is paused.
set -u
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

# Guests answer no pings.
start_bgammon --ping 1000 --silence 1000000 --account lena:secret_l:1100:0 --account hans:secret_h:1300:0
start
guest bert
is_left bert blocked
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
none_is_open boss
kill -TERM "$last_bot"
wait_for "$last_bot" 120 || fail "the bot ends with status $?"
stop_bgammon
[ "$(listed a matches | grep -c 'bgammon.org at 127.0.0.1')" -ge 3 ] || fail "the history does not name the server"
listed a matches | grep -q 'Guest_anna,1,level casual,' || fail "the level is not in the history"
[ "$(listed a matches | grep '"hans",\|,hans,' | grep -c ',1500.00,,,,')" -eq 1 ] || fail "the history has no rating: $(listed a matches)"
grep -rq 'open-sesame' "$work"/a.log "$work"/a.trace "$work"/history-a.db* && fail "the owner's secret is told"
echo passed
