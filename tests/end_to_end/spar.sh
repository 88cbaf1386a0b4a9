#!/usr/bin/env bash
# `fibsbot spar`: a person registers and plays a match with plain telnet, a client
# program plays one, and the accounts are still there after a restart. With the same seed
# the same match is played. With --protocol bgammon a guest plays a match with the commands of
# bgammon.org's own client, and takes no member of another type than that client does.
set -u
nets=build/weights
. tests/end_to_end/library

# start_spar [OPTION...]: on a free port; its standard output tells which
start_spar() {
    (cd "$work" && exec "$build/fibsbot" spar --level beginner --port 0 --folder spar/here \
        -s invite.idle=86400 "$@" >"$work/spar.out" 2>>"$work/spar.log") &
    server=$!
    within 30 grep -qs 'logged in as' "$work/spar.log" &&
        finds port "$work/spar.out" 's/.* 127.0.0.1, port \([0-9]*\)\.$/\1/p' || fail "spar did not start: $(cat "$work/spar.out")"
}

stop_spar() {
    kill -INT "$server"
    wait_for "$server" 60 || fail "spar ended with status $?"
    : >"$work/spar.log"
}

# a wrong option stands alone, before anything is shown
for way in --here '--web --no-open' ''; do
    # shellcheck disable=SC2086
    "$build/fibsbot" spar $way --port 0 --folder "$work/wrong" -- --nonsense >"$work/other.out" 2>"$work/other.log" </dev/null
    [ $? = 2 ] || fail "a wrong option of play: $(cat "$work/other.log")"
    head -n 1 "$work/other.log" | grep -q 'unknown option --nonsense$' && [ ! -s "$work/other.out" ] ||
        fail "spar $way shows more than its error: $(cat "$work/other.out" "$work/other.log")"
done

start_spar
grep -q "telnet 127.0.0.1 $port" "$work/spar.out" || fail "spar does not say how to connect"
# a second one would overwrite what this one keeps
(cd "$work" && timeout 60 "$build/fibsbot" spar --web --no-open --port 0 --folder spar/here >"$work/other.out" 2>&1)
[ $? = 75 ] || fail "two of them share a folder: $(cat "$work/other.out")"
grep -q 'spar/here is in use by a fibsbot that runs' "$work/other.out" || fail "it is not told why: $(cat "$work/other.out")"

dial
converse 'login: ' guest '> ' 'name anna' 'password: ' geheim 'retype your password: ' geheim \
    'You are registered.' 'rawwho anna' '> ' bye 'Goodbye'
hang_up
dial
# the bot has the rating of the level that it plays the match at
converse 'login: ' anna 'password: ' geheim '> ' 'whois fibsbot' 'Rating: 1000.00' 'tell fibsbot level expert' \
    'I play you at level expert' 'invite fibsbot 1' 'has joined you' 'board' \
    'BAR: O-0 X-0' 'resign n' 'fibsbot accepts' '' 'wins the 1 point match' 'whois fibsbot' 'Rating: 1901.55' \
    'show saved' 'no saved'
# its answers are late by default: some clients cannot take them at once
began=$(date +%s%N)
converse '' time 'UTC )'
late=$((($(date +%s%N) - began) / 1000000))
[ "$late" -ge 20 ] || fail "an answer came after $late ms"
# the bot invites nobody, but may be invited again and left
converse '> ' 'invite fibsbot 3' 'Starting a new game' 'leave' 'The game was saved' bye 'Goodbye'
hang_up

# any client: the bot itself as one
# plays_as NAME: registers and plays a match to its end
plays_as() {
    dial
    converse 'login: ' guest '> ' "name $1" 'password: ' geheim 'retype your password: ' geheim \
        'registered' bye
    hang_up
    (cd "$work" && FIBSBOT_PASSWORD=geheim timeout 300 "$build/fibsbot" play --name "$1" \
        --server "127.0.0.1:$port" --invite fibsbot:3 --matches 1 -s strength.play_ply=0 -s strength.cube_ply=0 \
        -s history.file= -s "record.folder=$1" >"$work/$1.out" 2>"$work/$1.log") || fail "a client could not play"
}
plays_as bert

stop_spar
grep -l 'ins 1 point and the match' "$work"/spar/here/matches/*anna*1pt* >/dev/null || fail "no match file"
"$build/fibsbot" stats "$work/spar/here/history.db" | grep -q . || fail "no history"
[ "$(stat -c %a "$work/spar/here")" = 700 ] || fail "the folder with passwords is open to all"

start_spar --delay 0
dial
converse 'login: ' anna 'password: ' geheim '> ' 'show saved' 'fibsbot' 'invite fibsbot' 'match was loaded' \
    'leave' 'saved'
hang_up
stop_spar

# plays: of the match that carl has played
plays() { sed -n 's/^ *[0-9]*) //p' "$work"/carl/*.mat | tr -s ' '; }
for number in 1 2; do
    start_spar --delay 0 --folder "seed-$number" --seed 3
    plays_as carl
    stop_spar
    plays >"$work/plays.$number"
    rm -r "$work/carl"
done
[ "$(wc -l <"$work/plays.1")" -gt 10 ] || fail "hardly a match: $(cat "$work/plays.1")"
diff "$work/plays.1" "$work/plays.2" || fail "another match with the same seed"
command -v python3 >/dev/null || { echo "python3 is not installed"; exit 0; }
start_spar --protocol bgammon --folder guests -s invite.length=3
grep -q "tcp://127.0.0.1:$port" "$work/spar.out" || fail "spar does not say how to connect: $(cat "$work/spar.out")"
timeout 120 python3 tests/tools/bgammon_person.py "$port" ann BOT_fibsbot doubles >"$work/ann.said" ||
    fail "a guest cannot play: $(cat "$work/ann.said")"
[ "$(tail -n 1 "$work/ann.said")" = leave ] || fail "the match has no end: $(cat "$work/ann.said")"
within 30 grep -q 'the match against Guest_ann' "$work/spar.log"
stop_spar
grep -l 'Wins [0-9]* points* and the match' "$work"/guests/matches/*Guest_ann-3pt.mat >/dev/null || fail "no match file"
for options in '--name anna' --here --web; do
    # shellcheck disable=SC2086
    (cd "$work" && timeout 60 "$build/fibsbot" spar --protocol bgammon --folder others $options >"$work/other.out" 2>&1)
    [ $? = 2 ] || fail "spar takes $options at bgammon: $(cat "$work/other.out")"
done
while IFS='|' read -r options why; do
    # shellcheck disable=SC2086
    (cd "$work" && timeout 60 "$build/fibsbot" spar --port 0 --folder others $options </dev/null >"$work/other.out" 2>&1)
    [ $? = 2 ] && grep -qF -e "$why" "$work/other.out" || fail "spar takes $options: $(cat "$work/other.out")"
done <<'REFUSED'
--here --web --no-open|either --web or --here
--here --name you|cannot both be named you
--web --no-open --as fibsbot|cannot both be named fibsbot
--web --no-open --address 127.0.0.1|--friend-name and --address need --friend
--web --no-open --friend-name ann|--friend-name and --address need --friend
--no-open|--no-open and --web-port need --web
--here --web-port 0|--no-open and --web-port need --web
--friend|--friend needs --web
--web --no-open --friend --level expert|--level is for the bot, not for --friend
--as ann|--as needs --web or --here
--here --as ann-2|"ann-2" cannot be a name
REFUSED
timeout 60 "$build/fibsbot" spar --web --friend --no-open --port 0 --folder "$work/long" --address 127.0.0.10000000 </dev/null >"$work/other.out" 2>&1
[ $? = 1 ] && grep -q ' 127.0.0.10000000 is not an IPv4 address' "$work/other.out" || fail "a long address: $(cat "$work/other.out")"
mkdir -p "$work/taken"
touch "$work/taken/host"
timeout 60 "$build/fibsbot" spar --web --friend --no-open --port 0 --folder "$work/taken" </dev/null >"$work/other.out" 2>&1
[ $? = 1 ] && grep -q 'taken/host: Not a directory' "$work/other.out" || fail "a file in place of the host's folder: $(cat "$work/other.out")"
echo "persons and a program played against spar"
