#!/usr/bin/env bash
# What a configuration says holds at a server like bgammon.org: outside of the hours no match is
# open; whom the list file blocks, who is a program, and who has had the matches of the day is
# left; each opponent meets the level of list, configuration or rating; the analysis of a match is told in
# the next one; who does nothing is asked and left; a signed webhook hears of all. What SIGHUP reads again holds at once.
set -u
command -v openssl >/dev/null || { echo "no openssl program"; exit 77; }
. tests/end_to_end/library
. tests/end_to_end/bgammon_library
umask 077

# configure LINES...: the bot reads them as its configuration
configure() {
    printf '%s\n' '[invite]' 'length = 1' '[accept]' 'lengths = 1-15' "list_file = $work/list" \
        '[strength]' 'opponents = Guest_dora=beginner, hans=below' '[notify]' "url_file = $work/url" "secret_file = $work/key" \
        "$@" >"$work/bot.conf"
    [ -n "${last_bot:-}" ] || return 0
    local before
    before=$(grep -c 'configuration reloaded' "$work/a.log")
    kill -HUP "$last_bot"
    logged 'configuration reloaded' $((before + 1))
}

# meets NAME LEVEL [SHOWN]: plays a match with the bot at that level
meets() {
    : >"$work/$1.heard"
    sit_down "$1"
    logged "against ${3:-Guest_$1} at level $2"
    give_up "$1"
}

"$build/tests/tools/webhook" 0 >"$work/heard" &
pids="$pids $!"
within 30 finds page "$work/heard" 's/^port //p' || fail "no webhook"
echo "http://127.0.0.1:$page/hush-hush" >"$work/url"
echo very-secret-key >"$work/key"
printf 'block Guest_bert\nlevel Guest_carl novice\n' >"$work/list"

start_bgammon --ping 1000 --silence 1000000 --account hans:secret_h:1300:0
configure '[hours]' 'maintenance = 00:00-24:00'
start_guest_bot a -c "$work/bot.conf" -s accept.max_saved=1
logged 'logged in as'
guest bert
none_is_open bert
grep ' C create' "$work/fibsd.log" && fail "a match was open outside of the hours"
configure '[hours]' 'active = 00:00-24:00' '[accept]' 'per_day = 1' 'users = humans'
is_left bert blocked
guest robo bot_robo BOT_
: >"$work/robo.heard"
sit_down robo
hears robo '"Type":"left","Player":"BOT_a"'
logged 'refused BOT_robo: humans_only'
order robo leave
guest carl
meets carl novice
is_left carl quota
guest dora
meets dora beginner
guest hans 'hans secret_h' hans
meets hans 1200 hans
configure
: >"$work/dora.heard"
sit_down dora
order dora 'say analysis'
hears dora 'Our last match, 0-[0-9]* for you'
give_up dora
printf 'allow Guest_dora\n' >"$work/list"
configure
is_left carl not_on_list
configure '[accept]' 'users = bots' 'max_their_saved = 1'
is_left dora bots_only
configure '[play]' 'ask_after = 3' 'leave_after = 6'
: >"$work/dora.heard"
sit_down dora
order dora roll
hears dora 'Are you still there'
hears dora 'I leave now, since nothing happens'
hears dora '"Type":"left","Player":"BOT_a"'

order dora leave

# The match that waits for somebody has the length of the last configuration.
configure
sed -i 's/^length = 1$/length = 3/' "$work/bot.conf"
kill -HUP "$last_bot"
within 120 grep -q ' C create public 3 0' "$work/fibsd.log" || fail "no match of the new length is opened"

kill -TERM "$last_bot"
wait_for "$last_bot" 120 || fail "the bot ends with status $?"
stop_bgammon
within 60 grep -q '"event":"saved"' "$work/heard"
[ "$(sed -n 's/^[^ ]* \([a-z]*\) .*"opponent":"\([A-Za-z_]*\)".*/\1 \2/p' "$work/heard" | xargs)" = \
    "start Guest_carl end Guest_carl start Guest_dora end Guest_dora start hans end hans start Guest_dora end Guest_dora start Guest_dora saved Guest_dora" ] ||
    fail "the webhook: $(cat "$work/heard")"
all_are_signed "$work/heard" very-secret-key
"$build/fibsbot" stats --list refusals --limit 0 --csv "$work/history-a.db" >"$work/refusals" || fail "no refusals"
for code in blocked humans_only quota not_on_list bots_only; do
    grep -q ",$code" "$work/refusals" || fail "not in the history: $code: $(cat "$work/refusals")"
done
grep -rq 'hush-hush\|very-secret-key' "$work"/a.log "$work"/a.trace && fail "a secret became known"
echo passed
