#!/usr/bin/env bash
# The first round of a knock-out of eight people of whom nobody plays: an inviter is silent, an
# invitee is silent, both are, one has logged out. Whoever shows up wins.
set -u
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
. tests/end_to_end/library
. tests/end_to_end/tournament_library
until=()
people="anna bert carl dora emil fred gina hugo"
accounts=''
for name in $people cup; do accounts="$accounts --account $name:pw"; done
# shellcheck disable=SC2086
start_server --seed 7 $accounts || exit 1
for name in $people; do
    user "$name"
    say "$name" 'toggle ready'
    hears "$name" "^\*\* You're now ready to invite or join someone"
done
umask 077
echo pw >"$work/cup.password"
{
    cat <<END
[server]
host = 127.0.0.1
port = $port
[tournament]
name = Cup of eight
kind = knock-out
length = 1
director = cup
reminder = 10
no_show = 45
match_time = 300
[account cup]
password_file = cup.password
END
    for name in $people; do printf '[entrant %s]\nforeign = yes\n' "$name"; done
} >"$work/cup.conf"
(cd "$work" && exec "$build/fibsbot" tournament run cup.conf >>cup.out 2>>cup.log) &
cup=$!
pids="$pids $cup"

becomes "len(t['matches'])" 4
for number in 1 2 3 4; do
    inviter[number]=$(ask "m($number)['players'][0]")
    invitee[number]=$(ask "m($number)['players'][1]")
    hears "${inviter[$number]}" "^12 cup Tournament, round 1: please play 1 point with ${invitee[$number]} now: invite ${invitee[$number]} 1"
    hears "${invitee[$number]}" "^12 cup Tournament, round 1: ${inviter[$number]} will invite you"
done
# What they do has 45 seconds from the call: what they have heard is looked at when it is done.
say "${inviter[2]}" 'toggle ready' # and so not ready: the server makes him ready when he invites
say "${inviter[2]}" "invite ${invitee[2]} 1"
hears "${inviter[4]}" '^12 cup Begin within' # the last that he hears
say "${inviter[4]}" bye
hears "${invitee[1]}" '^12 cup Please begin within 1 minute, or you lose the match. You wait for .* Tell me: here'
say "${invitee[1]}" 'tell cup here'
hears "${invitee[1]}" "^12 cup Noted: you are there. If I hear nothing of ${inviter[1]}"

for name in $people; do
    hears "$name" '^12 cup Cup of eight: a knock-out, 1 point a match. It has begun; 3 rounds'
    hears "$name" '^12 cup Begin within 1 minute of my call'
done

# decided NUMBER WINNER WHY
decided() {
    becomes "[m($1)[k] for k in ('state', 'winner', 'why')]" "['forfeited', $2, '$3']"
}
decided 1 "'${invitee[1]}'" "${inviter[1]} did not begin within 1 minute"
decided 2 "'${inviter[2]}'" "${invitee[2]} did not begin within 1 minute"
decided 3 None 'both did not begin within 1 minute'
decided 4 "'${invitee[4]}'" "${inviter[4]} did not begin within 1 minute"
say "${inviter[3]}" 'tell cup matches'
hears "${inviter[3]}" "^12 cup round 1: forfeited by both (you and ${invitee[3]})"
(cd "$work" && "$build/fibsbot" tournament report cup.conf) >"$work/report"
grep -q 'forfeited by both (both did not begin within 1 minute)' "$work/report" || fail "the report: $(cat "$work/report")"
kill -TERM "$cup"
wait_for "$cup" 60
[ $? = 3 ] || fail "it did not stop as one that is to go on"
echo "an inviter, an invitee, both, and one who had logged out"
