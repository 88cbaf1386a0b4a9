#!/usr/bin/env bash
# A bot is updated in the middle of a match: bot.conf, list of users, history, match files,
# decisions, log and notifications that wait are those of an earlier version, and so are
# the server's state and the folder of `fibsbot spar` (tests/data/fixtures/README.md).
# Today's programs go on with all of them.
set -u
. tests/end_to_end/library
kept=$PWD/tests/data/fixtures/play
cp "$kept/bot.conf" "$kept/users.list" "$work"
cp -R "$kept/run/." "$kept/spar" tests/data/fixtures/lab/nets "$work" && chmod -R u+w "$work" || exit 1
cd "$work" || exit 1
gzip -d spar/history.db.gz && gzip -dc history-2.db.gz >history.db || fail "no history"

# names FILE: of fields of JSON
names() { grep -oE '"[a-z_0-9]+": ?' "$1" | tr -d '": ' | sort -u; }
# no_less NAME LIST LIST: every line of the first list is in the second
no_less() {
    [ -s "$2" ] || fail "$1: nothing to compare"
    comm -23 "$2" "$3" >lost
    [ ! -s lost ] || fail "$1 lacks $(xargs <lost)"
}
rows() { "$build/fibsbot" stats --csv --list "$1" history.db | grep "$2"; }

# ---- what the configuration names
umask 077
echo secret_a >a.password
echo secret_c >c.password
echo owner-secret-1 >owner.secret
echo very-secret-key >hook.key
"$build/tests/tools/webhook" 0 >heard &
pids="$pids $!"
within 30 grep -q '^port' heard
echo "http://127.0.0.1:$(sed -n 's/^port //p' heard)/hook" >hook.url
umask 022
now=$(date +%s)
for file in notifications/*.json; do # those of more than a day ago are not sent
    name=${file##*/}
    mv "$file" "notifications/$(printf %013d "$now")-${name#*-}"
done
cat notifications/*.json >waiting
count=$(ls notifications | wc -l)
"$build/fibsbot" config --check bot.conf >said 2>&1 || fail "bot.conf: $(cat said)"
grep -q '3 accounts' said || fail "bot.conf: $(cat said)"

# ---- the match goes on to its end
start_server --seed 19 --state "$work/server.state" --account spammer:pw:1500:500 || exit 1
page=$(free_port)
(exec "$build/fibsbot" play -c bot.conf --name a_bot --server "127.0.0.1:$port" -s "status.port=$page" >a.out 2>>a.log) &
a=$!
pids="$pids $a"
start_bot b -s strength.weights=nets -s history.file= -s play.move_time=10 && b=$last_bot
get() { # PATH
    exec 4<>"/dev/tcp/127.0.0.1/$page" || return 1
    printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$1" >&4
    cat <&4
    exec 4>&-
}
goes_on() {
    get /metrics >metrics.now 2>/dev/null
    get /status >status.now 2>/dev/null
    grep -q '^fibsbot_playing{account="a_bot"} 1' metrics.now && grep -q '"opponent": "b_bot"' status.now
}
within 30 goes_on || fail "the saved match does not go on"
is_finished() { rows matches 'b_bot,5,' | grep -q finished; }
within 30 is_finished

# what bot.conf and its list of users say
for name in nasty spammer; do
    user "$name"
    say "$name" 'invite a_bot 1'
    hears "$name" '^12 a_bot Not that one'
done
user anna
say anna 'who a_bot'
hears anna '^5 a_bot .* fixture_bot '
within 30 has_lines heard '^/' $((count + 2))
kill -TERM "$a" "$b"
wait_for "$a" 60 || fail "a_bot: status $?"
[ -s bot.trace.a_bot ] || fail "no trace where bot.conf wants it"

# ---- the history: the match that was open has ended, nothing before it has changed
rows matches 'b_bot,5,' >row || fail "no 5 point match"
grep -Eq '^2026-11-22T11:08:33Z,2[^,]*,a_bot,b_bot,5,.*,finished,' row || fail "it has not ended: $(cat row)"
rows matches 'a_bot,' | head -n 3 | sed 's/,127.0.0.1$//' >earlier # the server, which is new
grep '^2026.*,a_bot,.*,finished,' "$kept/run/history-2.lists" | head -n 3 | cmp - earlier ||
    fail "earlier matches are told otherwise"
rows refusals nasty | tail -n 1 | grep -q ',blocked,127.0.0.1$' || fail "no refusal of today"

# ---- its files have grown, and tell of the same match
file=b_bot/20261122-110833-a_bot-b_bot-5pt
bytes=$(($(wc -c <"$kept/run/matches/$file.mat") - 60)) # the last line was still open
cmp -n "$bytes" "$kept/run/matches/$file.mat" "matches/$file.mat" || fail "$file.mat begins otherwise"
grep -q 'and the match' "matches/$file.mat" || fail "the match file has no end"
grep -A 2 '^ Game 2' "matches/$file.mat" | grep -q '62: 24/18 8/6' || fail "the game under way was lost"
# 0.1.0 wrote every point of SGF mirrored and seated us as black; now both seats are the
# other's, so the letters are those of then.
other_seats() { sed 's/^;B/;-/; s/^;W/;B/; s/^;-/;W/'; }
grep '^;' "$kept/run/matches/$file.sgf" | other_seats >moves
[ "$(wc -l <moves)" -gt 30 ] || fail "$file.sgf: few moves"
grep '^;' "matches/$file.sgf" | head -n "$(wc -l <moves)" | cmp - moves || fail "$file.sgf begins otherwise"

# ---- decisions, log
old=$(wc -l <"$kept/run/decisions.jsonl")
head -n "$old" decisions.jsonl | cmp - "$kept/run/decisions.jsonl" || fail "earlier decisions were touched"
tail -n +$((old + 1)) decisions.jsonl >new
for kind in play cube; do
    [ "$kind" = play ] || grep -q "\"kind\":\"$kind\"" new || continue # a short match may have no such decision
    grep "\"kind\":\"$kind\"" "$kept/run/decisions.jsonl" | names /dev/stdin >names.old
    grep "\"kind\":\"$kind\"" new | names /dev/stdin >names.new
    no_less "decisions ($kind)" names.old names.new
done
old=$(wc -l <"$kept/run/bot.log")
head -n "$old" bot.log | cmp - "$kept/run/bot.log" || fail "the earlier log was touched"
tail -n +$((old + 1)) bot.log >new
form='^{"at":"20[^"]*Z","level":"[a-z]*","account":"a_bot","match":"[^"]*","text":".*"'
[ -s new ] && ! grep -v "$form" new || fail "another form of log lines"
names "$kept/run/bot.log" >names.old
names new >names.new
no_less "log lines" names.old names.new

# ---- notifications that waited were sent first, as they were
sed -n 's/^[^{]* {/{/p' heard >bodies
head -n "$count" bodies | tr -d '\n' | cmp - waiting || fail "other notifications than waited"
tail -n +$((count + 1)) bodies >new
for event in start end; do
    grep -oE "\{\"event\":\"$event\"[^}]*" waiting | names /dev/stdin >names.old
    grep "^{\"event\":\"$event\"" new | names /dev/stdin >names.new
    no_less "notifications ($event)" names.old names.new
done
grep -q '"event":"end".*"opponent":"b_bot","length":5' new || fail "the end is not told: $(cat new)"

# ---- status and metrics
names "$kept/run/status.json" >names.old
names status.now >names.new
no_less /status names.old names.new
series() { grep -E '^(# TYPE )?fibsbot_' "$1" | sed -E 's/\} .*/}/; s/^([a-z_]+) .*/\1/' | sort -u; }
series "$kept/run/metrics" >names.old
series metrics.now >names.new
no_less /metrics names.old names.new

# ---- spar: who is registered, who has a saved match, and the match itself
kill -TERM "$server"
wait "$server"
"$build/fibsbot" spar --level beginner --port 0 --folder spar -s invite.idle=86400 -s strength.weights=nets \
    >spar.out 2>spar.log &
server=$!
within 30 grep -qs 'logged in as' spar.log && finds port spar.out 's/.* 127.0.0.1, port \([0-9]*\)\.$/\1/p'
dial
converse 'login: ' emil 'password: ' geheim '> ' bye 'Goodbye'
hang_up
dial
converse 'login: ' doris 'password: ' geheim '> ' 'show saved' 'fibsbot' 'invite fibsbot' 'match was loaded' \
    'resign b' 'wins the 3 point match' bye 'Goodbye'
hang_up
kill -INT "$server"
wait_for "$server" 60 || fail "spar: status $?"
"$build/fibsbot" stats --csv --list matches spar/history.db >said
[ "$(grep -c 'fibsbot,doris,[13],.*finished' said)" -eq 2 ] || fail "the history of spar: $(cat said)"
grep -q 'and the match' spar/matches/20261122-111423-fibsbot-doris-3pt.mat || fail "spar does not go on with its match file"
echo "a bot and a server went on with what an earlier version left"
