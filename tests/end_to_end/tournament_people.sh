#!/usr/bin/env bash
# A tournament of one account of ours and three people on a server: they register, drop out
# and come back, ask, misspell, flood; results come from our player, the server, reports of
# both and the operator; who does not come forfeits. In between the program is killed.
set -u
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
. tests/end_to_end/library
. tests/end_to_end/tournament_library
people="anna bert carl dora hugo"
accounts=''
for name in $people cup; do accounts="$accounts --account $name:pw"; done
# shellcheck disable=SC2086
start_server --seed 5 $accounts || exit 1
"$build/tests/tools/webhook" 0 >"$work/heard" &
pids="$pids $!"
for _ in $(seq 300); do grep -q "^port" "$work/heard" && break; sleep 0.1; done
umask 077
echo "http://127.0.0.1:$(sed -n 's/^port //p' "$work/heard")/hook" >"$work/url"
echo key >"$work/key"
echo pw >"$work/cup.password"
echo secret_a >"$work/bot.password"
cat >"$work/cup.conf" <<END
[server]
host = 127.0.0.1
port = $port
[strength]
play_ply = 0
cube_ply = 0
pool = 1
[notify]
url_file = url
secret_file = key
events = round result finish
[tournament]
name = People's cup
kind = round-robin
length = 1
director = cup
open_until = 2099-01-01 00:00
entrants_max = 5
reminder = 3000
no_show = 3600
[account cup]
password_file = cup.password
[entrant a_bot]
password_file = bot.password
END

# start_cup OPTIONS...
start_cup() {
    (cd "$work" && exec "$build/fibsbot" tournament run cup.conf "$@" >>"$work/cup.out" 2>>"$work/cup.log") &
    cup=$!
    pids="$pids $cup"
}
# hears_more NAME PATTERN COUNT: than COUNT times
hears_more() {
    for _ in $(seq 300); do
        [ "$(grep -c -- "$2" "$work/$1.heard")" -gt "$3" ] && return 0
        sleep 0.1
    done
    tail -n 20 "$work/$1.heard"
    fail "$1 does not hear once more: $2"
}
# told NAME TEXT COMMAND: says it to the director and hears the answer
told() {
    local before
    before=$(grep -c -- "^12 cup $2" "$work/$1.heard")
    say "$1" "tell cup $3"
    hears_more "$1" "^12 cup $2" "$before"
}

# ---- registration ------------------------------------------------------------------------
until=()
start_cup
for name in $people; do
    user "$name"
    say "$name" "toggle ready"
done
for _ in $(seq 300); do grep -q 'cup.*logged in as' "$work/cup.log" && break; sleep 0.1; done
say hugo 'tell cup registr'
say hugo 'tell cup %n%s%99999d'
say hugo "$(printf 'tell cup \001\033[2J\377\376')"
say hugo "tell cup $(head -c 3000 /dev/zero | tr '\0' r)"
told hugo 'I direct a tournament' '  HELP '
[ "$(grep -c '^12 cup' "$work/hugo.heard")" = 1 ] || fail "a stranger was answered more than his question"
told anna 'You do not take part' dropout
told anna 'You take part. I will' 'Register 17'
told anna 'You take part already' register
told hugo 'You take part. I will' register
told bert 'You take part. I will' register
told carl 'You take part. I will' register
told dora 'Sorry, all 5 places' register
told hugo 'You will lose all' dropout
told hugo 'You have dropped out' YES
told dora 'You take part. I will' register
told bert 'You will lose all' dropout
told bert 'I direct a tournament' yep
told bert 'You have dropped out' yes
told carl 'The tournament has not begun; 5 take part' standings
becomes 't["state"]' open

# nobody chooses how strong an entrant is
say carl 'tell a_bot level beginner'
hears carl '^12 a_bot My level cannot be chosen here'

# a flood keeps nobody from being answered
for _ in $(seq 60); do say hugo 'tell cup help'; done
told carl 'You have no matches yet' matches
hears hugo '^12 cup You ask a lot'
flooded=$(grep -c '^12 cup' "$work/hugo.heard")
[ "$flooded" -le 17 ] || fail "a flood was answered $flooded times"

# killed, and with the registration over
kill -KILL "$cup"
wait "$cup" 2>/dev/null
until=(-s "tournament.open_until=2020-01-01 00:00")
start_cup "${until[@]}"
becomes 't["state"]' running
becomes '[e["name"] for e in sorted(t["standings"], key=lambda e: e["name"])]' "['a_bot', 'anna', 'carl', 'dora']"
told hugo 'Registration is closed' register

# ---- the matches, in their order: three rounds of two -----------------------------------------
# players MATCH: sets a and b to its players; b is the account of ours, if one is
players() {
    becomes "len(t['matches']) >= $1" True
    a=$(ask "m($1)['players'][0]")
    b=$(ask "m($1)['players'][1]")
    [ "$a" != a_bot ] || { a=$b; b=a_bot; }
    [ "$b" = a_bot ] || hears "$b" "^12 cup Tournament, round .*$a"
    hears "$a" "^12 cup Tournament, round .*$b"
}
# meet A B: A invites B to a match, and both play
meet() {
    local before
    before=$(grep -c 'Starting a new game' "$work/$1.heard")
    say "$1" "invite $2 1"
    if [ "$2" != a_bot ]; then
        hears "$2" "Type 'join $1' to accept"
        say "$2" "join $1"
    fi
    hears_more "$1" 'Starting a new game' "$before"
}
# gives_up LOSER WINNER
gives_up() {
    say "$1" 'resign n'
    if [ "$2" != a_bot ]; then
        hears "$2" "$1 wants to resign"
        say "$2" accept
    fi
}

for number in 1 2 3 4 5 6; do
    players "$number"
    case "$b/$(ask "m($number)['round']")" in
    a_bot/1) # played with our account
        meet "$a" a_bot
        gives_up "$a" a_bot
        becomes "m($number)['source']" player
        becomes "m($number)['winner']" a_bot
        ;;
    */1) # played by two people; once more does not count
        told "$a" "Tournament, round 1: please play 1 point with $b now: invite $b 1" current
        told "$a" "round 1: $b called" matches
        told "$a" 'Noted' 'report loss'
        meet "$a" "$b"
        told "$a" "Round 1: $b playing" current
        # SIGHUP changes nothing, whatever the file says now
        cp "$work/cup.conf" "$work/kept.conf"
        printf '[tournament]\nlength = none\n' >>"$work/cup.conf"
        kill -HUP "$cup"
        for _ in $(seq 300); do grep -q 'tournament is read at its start only' "$work/cup.log" && break; sleep 0.1; done
        grep -q 'tournament is read at its start only' "$work/cup.log" || fail "SIGHUP is not told"
        mv "$work/kept.conf" "$work/cup.conf"
        gives_up "$a" "$b"
        becomes "m($number)['source']" server
        becomes "m($number)['winner']" "$b"
        hears "$a" "^12 cup round 1: $b beats $a 1-0"
        told "$b" "round 1: won against $a" matches
        told "$b" ".*[12]\. $b 1-0" standings
        meet "$b" "$a"
        hears "$a" "^12 cup What you play now with $b does not count: your match of round 1 is over"
        gives_up "$b" "$a"
        hears "$b" "^12 cup What you have played with $a does not count"
        becomes "m($number)['winner']" "$b"
        ;;
    a_bot/2) # the operator decides
        (cd "$work" && "$build/fibsbot" tournament award cup.conf "${until[@]}" "$number" nobody_else --why x) 2>"$work/award" &&
            fail "an award to nobody_else"
        grep -q "nobody_else does not play match $number" "$work/award" || fail "no reason: $(cat "$work/award")"
        (cd "$work" && "$build/fibsbot" tournament award cup.conf "${until[@]}" "$number" "$a" --why $'caf\xe9') 2>"$work/award" &&
            fail "an award that no JSON can have"
        grep -q 'why it is awarded: expected 1 to 119 printable ASCII' "$work/award" || fail "no reason: $(cat "$work/award")"
        (cd "$work" && "$build/fibsbot" tournament award cup.conf "${until[@]}" "$number" "$a" --by olga --why 'power cut') >/dev/null ||
            fail "no award"
        becomes "[m($number)[k] for k in ('state', 'winner', 'source', 'by', 'why', 'started')]" \
            "['forfeited', '$a', 'operator', 'olga', 'power cut', None]"
        grep -q "award of match $number by olga: done" "$work/cup.log" || fail "another match was awarded"
        hears "$a" '^12 cup .*awarded to .* by olga: power cut'
        ;;
    */2) # both report
        told "$a" 'I direct a tournament' 'report los'
        told "$a" 'Noted. It counts when' 'report loss'
        say "$b" 'tell cup REPORT  WIN 3'
        becomes "m($number)['source']" both
        becomes "m($number)['winner']" "$b"
        ;;
    a_bot/3) # waits for the end
        late=$number absent=$a ;;
    */3) # both say that they have won; one drops out
        told "$a" 'Noted. It counts when' 'report win'
        told "$b" "$a says otherwise: the operator will decide" 'report win'
        told "$b" 'You will lose all' 'dropout'
        say "$b" 'tell cup yes'
        becomes "[m($number)[k] for k in ('state', 'winner', 'source', 'why')]" "['forfeited', '$a', 'rule', '$b dropped out']"
        ;;
    esac
done

# ---- who does not come -----------------------------------------------------------------------
kill -TERM "$cup"
wait_for "$cup" 60
[ $? = 3 ] || fail "it did not stop as one that is to go on"
start_cup "${until[@]}" -s tournament.reminder=10 -s tournament.no_show=20
hears "$absent" '^12 cup Please begin within 1 minute'
wait_for "$cup" 120 || fail "it ended with status $?"
becomes "[m($late)[k] for k in ('state', 'winner', 'why')]" "['forfeited', 'a_bot', '$absent did not begin within 1 minute']"
becomes 't["state"]' finished

# what the webhook has heard, each word signed with the key
for _ in $(seq 300); do grep -q '"event":"finish"' "$work/heard" && break; sleep 0.1; done
events=$(sed -n 's/^[^ ]* \([a-z]*\) .*/\1/p' "$work/heard" | grep -v '^[0-9]*$' | sort | uniq -c | xargs)
[ "$events" = '1 finish 6 result 4 round' ] || fail "the webhook heard $events: $(cat "$work/heard")"
grep -q '"event":"finish".*"account":"People.s cup","text":"People.s cup: the tournament is over: ' "$work/heard" || fail "the end: $(cat "$work/heard")"
command -v openssl >/dev/null && all_are_signed "$work/heard" key
grep -q 'unknown line' "$work/cup.log" && fail "lines that the accounts do not know"
echo "$flooded answers to a flood, 6 matches by player, server, both, operator and rule"
