#!/usr/bin/env bash
# Who plays and when, rule by rule: the same user invites the same bot, whose
# configuration is changed by SIGHUP in between. Each refusal is told, and stands with
# its code in the log, as JSON, and in the history.
set -u
. tests/end_to_end/library
start_server --seed 5 --account anna:pw:1500:500 --account some_bot:pw:1500:500 \
    --account bert:pw --account carl:pw --account dora:pw || exit 1

# configure LINES...: the bot reads them as its configuration
configure() {
    printf '%s\n' '[talk]' 'refusal_every = 1' 'greeting =' "$@" >"$work/bot.conf"
    [ -n "${last_bot:-}" ] || return 0
    local before
    before=$(grep -c 'configuration reloaded' "$work/a.log")
    kill -HUP "$last_bot"
    within 30 has_lines "$work/a.log" 'configuration reloaded' $((before + 1)) || fail "the configuration is not read again"
}

# refuses NAME LENGTH WORDS: he invites and is told so
refuses() {
    pause 1.1 # talk.refusal_every
    : >"$work/$1.heard"
    say "$1" "invite a_bot $2"
    hears "$1" "^12 a_bot .*$3"
}

# plays NAME LENGTH: he invites, and gives up at once
plays() {
    : >"$work/$1.heard"
    say "$1" "invite a_bot $2"
    hears "$1" 'Player a_bot has joined you'
    say "$1" 'resign n'
    hears "$1" 'a_bot wins the . point match'
}

# save_match NAME NAME: one that the first leaves
save_match() {
    : >"$work/$1.heard"
    : >"$work/$2.heard"
    say "$1" "invite $2 3"
    hears "$2" "$1 wants to play a 3 point match"
    say "$2" "join $1"
    hears "$1" "Player $2 has joined you"
    say "$1" leave
    hears "$1" 'You terminated the game'
}

for name in anna some_bot bert carl dora; do
    user $name
    say $name 'toggle ready'
done
save_match bert carl
save_match bert dora
configure '[accept]' 'unlimited = no' 'lengths = 1-7'
start_bot a -c "$work/bot.conf" -s log.format=json -s "history.file=$work/history.db"
within 30 grep -q 'logged in as' "$work/a.log"

refuses anna unlimited 'do not play unlimited matches'
refuses anna 9 'of these lengths: 1-7'
configure '[accept]' 'min_rating = 1600'
refuses anna 1 'this rating or more: 1600'
configure '[accept]' 'max_rating = 1400'
refuses anna 1 'this rating or less: 1400'
configure '[accept]' 'min_experience = 1000'
refuses anna 1 'this experience or more: 1000'
configure '[accept]' 'max_experience = 100'
refuses anna 1 'this experience or less: 100'
configure '[accept]' 'users = humans'
refuses some_bot 1 'do not play with programs'
configure '[accept]' 'users = bots'
refuses anna 1 'only play with programs'
configure '[accept]' 'humans_only = 00:00-24:00'
refuses some_bot 1 'programs at these hours: 00:00-24:00'
plays anna 1
configure '[accept]' 'replay_pause = 3600'
refuses anna 1 'Others may want to play, too.*1 h'
# outside of the hours the bot is not ready, so that the server itself refuses
: >"$work/anna.heard"
configure '[hours]' 'maintenance = 00:00-24:00'
hears anna '^5 a_bot - - 0 '
say anna 'invite a_bot 1'
hears anna 'a_bot is refusing games'
: >"$work/anna.heard"
configure '[hours]' 'active = 00:00-24:00' '[accept]' 'max_saved = 1'
hears anna '^5 a_bot - - 1 '
# a match that is left counts as saved, for both; somebody else has to wait
: >"$work/anna.heard"
say anna 'invite a_bot 3'
hears anna 'Player a_bot has joined you'
say anna leave
hears anna 'You terminated the game'
refuses some_bot 1 'too many saved matches'
configure '[accept]' 'max_saved = 2'
plays some_bot 1

configure '[accept]' 'max_their_saved = 1'
refuses bert 1 'at most 1'
configure '[accept]' 'max_their_saved = 2'
plays bert 1

kill -TERM "$last_bot"
wait_for "$last_bot" 60 || fail "the bot ends with status $?"
"$build/fibsbot" stats --list refusals --limit 0 --csv "$work/history.db" >"$work/refusals" || fail "no refusals"
codes='unlimited length rating_low rating_high experience_low experience_high humans_only bots_only reserved replay own_saved their_saved'
for code in $codes; do
    grep -q ",$code" "$work/refusals" || { cat "$work/refusals"; fail "not in the history: $code"; }
    grep -q "\"text\":.*refused [a-z_]*: $code\"" "$work/a.log" || fail "not in the log: $code"
done
echo "$(wc -w <<<"$codes") rules refuse, tell why and are remembered"
