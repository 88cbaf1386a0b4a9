#!/usr/bin/env bash
# `fibsbot tournament` on a server of its own: a double round robin of four levels at 1
# point from one command, stopped on the way and gone on with; its table equals the
# server's results, with each match counted once. Meanwhile the status page shows it.
set -u
nets=build/weights
. tests/end_to_end/library
cd "$work" || exit 1

cup=("$build/fibsbot" tournament run cup.conf --local --levels beginner,novice,casual,900
    -s tournament.length=1 -s strength.pool=1)

# over: how many matches the database says are over
over() {
    "$build/fibsbot" tournament status cup.conf --json 2>/dev/null |
        sed -n 's/.*"matches_over": \([0-9]*\).*/\1/p'
}

# A tournament that is refused leaves no configuration behind, where it was not there before.
does_not_begin() {
    "$build/fibsbot" tournament run refused.conf --local --levels beginner,novice "$@" >refused.out 2>refused.err
    [ $? = 1 ] || fail "$*: not refused: $(cat refused.out refused.err)"
}
for option in tournament.length=none tournament.director=novice_b; do
    does_not_begin -s "$option"
    [ ! -e refused.conf ] || fail "$option: the configuration is left: $(cat refused.out refused.err)"
done
rm -rf refused
for levels in beginner beginner,foo; do
    status=0
    "$build/fibsbot" tournament run refused.conf --local --levels "$levels" >refused.out 2>refused.err || status=$?
    [ "$status" = 2 ] && grep -q 'run: --levels: expected' refused.err && [ ! -e refused ] || fail "--levels $levels: $status: $(cat refused.err)"
done
echo '[tournament]' >refused.conf
does_not_begin
grep -q 'refused.conf is played as it stands' refused.out || fail "other levels in silence: $(cat refused.out)"
[ -s refused.conf ] || fail "a configuration that was there is gone"
"$build/fibsbot" tournament status refused.conf 2>refused.err && fail "a status of nothing"
grep -q 'No such file or directory; `tournament run` makes it$' refused.err || fail "no hint: $(cat refused.err)"
"$build/fibsbot" tournament status refused.conf -s tournament.file=refused.conf/cup.db 2>refused.err && fail "a status of no folder"
grep -q 'Not a directory$' refused.err || fail "a hint that does not help: $(cat refused.err)"

status_port=$(free_port)

"${cup[@]}" -s "status.port=$status_port" >run.out 2>run.err &
run=$!
pids="$pids $run"
are_two_over() { [ "$(over)" -ge 2 ] 2>/dev/null || ! kill -0 "$run" 2>/dev/null; }
within 90 are_two_over
http_get "$status_port" / >page.html
http_get "$status_port" /status >page.json
grep -q 'directs the tournament' page.html || fail "the page does not tell the director's work"
[ "$(grep -c '<h2>the_director' page.html)" = 0 ] || fail "the director has a card"
grep -q '<h2>beginner_a' page.html || fail "a player has no card"
kill -TERM "$run" 2>/dev/null
wait_for "$run" 60
status=$?
[ "$status" = 3 ] || fail "the first run ended with status $status: $(cat run.err)"
grep -q 'the same command goes on' run.out || fail "it does not say how to go on"
[ -s cup.conf ] || fail "no configuration was written"
# nothing is kept for later that cannot be carried out
# a_match STATE: the number of one in this state
a_match() {
    "$build/fibsbot" tournament report cup.conf --json | tr -d ' \n' |
        grep -o '"number":[0-9]*,"round":[0-9]*,"players":[^]]*],"state":"'"$1"'"' | sed -n '1s/"number":\([0-9]*\).*/\1/p'
}
won=$(a_match done) open=$(a_match '\(due\|called\|interrupted\|playing\)')
for award in '999 nobody|there is no match 999' "$won nobody|match $won is over" "$open someone|someone does not play match $open"; do
    # shellcheck disable=SC2086
    "$build/fibsbot" tournament award cup.conf ${award%|*} --why test >run.err 2>&1 && fail "award ${award%|*}"
    grep -q "${award#*|}$" run.err || fail "award ${award%|*}: $(cat run.err)"
done

# progress FILE BEGUN: each result counts one more, from BEGUN on; the time that is left is told of
# all but the last, in proportion to that spent
progress() {
    sed -n 's/^ *\([0-9]*\) of 12  round [0-9]*: .* beats .* [0-9]*-[0-9]*\(.*\)/\1\2/p' "$1" >results
    awk -v over="$2" '
        $1 != ++over { print "number " $1 " in place of " over; exit }
        over == 12 && NF > 1 { print "time left at the end" }
        over < 12 && !/^[0-9]+  \(.*, about .* left\)$/ { print "no time left: " $0 }
        /^[0-9]+  \([0-9]+ s, about [0-9]+ s left\)$/ {
            wanted = substr($2, 2) * (12 - over) / (over - '"$2"')
            if ($5 != int(wanted)) print $0 ", not about " wanted
        }' results >wrong
    [ -s results ] && [ ! -s wrong ] || fail "progress: $(cat wrong "$1")"
}
progress run.out 0
begun=$(over)
grep -qx '   0 of 12  the tournament begins: 4 entrants, 6 rounds of 1-point matches' run.out || fail "no beginning"

"$build/tests/tools/webhook" 0 >heard &
pids="$pids $!"
within 30 grep -q "^port" heard
(umask 077 && echo "http://127.0.0.1:$(sed -n 's/^port //p' heard)/" >url)
"${cup[@]}" -s "notify.url_file=$PWD/url" >run.out 2>run.err || fail "the second run ended with status $?: $(cat run.err run.out)"
end='the tournament is over: .* \(wins it\|share the first place\), '
grep -q "$end" run.out || fail "no winner is told: $(cat run.out)"
progress run.out "$begun"
[ "$(grep -c '"event":"result".* beats ' heard)" = $((12 - begun)) ] || fail "the webhook hears other results: $(cat heard)"
grep -q "\"event\":\"finish\".*$end" heard || fail "the webhook hears of no end: $(cat heard)"
[ "$(grep -c '"event":"finish"' heard)" = 1 ] || fail "the webhook hears of the end twice"
! grep '"event":"\(round\|finish\)".* beats ' heard || fail "a result is called something else"
grep -q '12 of 12 matches over' run.out || fail "no table: $(cat run.out)"

# each match once, and as the history of both players has it
"$build/fibsbot" tournament report cup.conf --json >report.json || fail "no report"
[ "$(grep -c '"state": "done"' report.json)" = 12 ] || fail "not 12 matches: $(cat report.json)"
! grep -q '"\(called\|started\|ended\)": null' report.json || fail "a time of a match is not known"
# times FILE: when each match was called, begun and over
times() { sed '1,/"matches": \[/d' "$1" | grep -o '"\(called\|started\|ended\)": *\(null\|[0-9]*\)' | sed 's/.*: *//' | paste - - -; }
times report.json | awk '$1 > $2 || $2 > $3 || $3 - $1 > 600 { exit 1 }' || fail "times of matches: $(cat report.json)"
# the page told the same of those that were over, and of the others what there was
paste <(times page.json) <(times report.json) | awk '
    NF == 6 { for (i = 1; i <= 3; i++) if ($i != "null") { count++; wrong += ($i - $(i + 3)) ^ 2 > 1 } }
    END { exit wrong > 0 || count < 6 }' || fail "times on the page: $(times page.json), $(times report.json)"
finished=$("$build/fibsbot" stats cup/history.db --list matches --csv | tail -n +2 | wc -l)
[ "$finished" = 24 ] || fail "the history of both sides has $finished matches, not 24"

# once more: it is over, and says so
"${cup[@]}" >run.out 2>run.err || fail "the third run ended with status $?"
grep -q '12 of 12 matches over' run.out || fail "the table is gone"

# a result that cannot be stored stops everything, is not told, and the end says where to look
if python3 -c 'import sqlite3' 2>/dev/null; then
    "$build/fibsbot" tournament run full.conf --local --levels beginner,novice -s tournament.length=7 >full.out 2>full.err &
    full=$!
    pids="$pids $full"
    refuses_results() {
        python3 - 2>/dev/null <<'END'
import sqlite3
with sqlite3.connect("full/tournament.db") as database:
    database.execute("CREATE TRIGGER full BEFORE INSERT ON match WHEN NEW.state='done' BEGIN SELECT RAISE(ABORT, 'no room'); END")
END
    }
    within 30 grep -q ' round 1 of ' full.out && within 30 refuses_results || fail "it does not begin: $(cat full.out full.err)"
    wait_for "$full" 60
    status=$?
    [ "$status" = 1 ] || fail "a result that is not stored: status $status: $(cat full.out full.err)"
    grep -qx 'fibsbot tournament run: ended by an error: log full/log has it' full.err || fail "no word of it: $(cat full.err)"
    [ "$(grep -c 'the tournament stops: full/tournament.db: no room$' full/log)" = 1 ] || fail "it goes on: $(cat full/log)"
    ! grep ' beats ' full.out || fail "a result that is not stored is told"
fi

"$build/fibsbot" tournament check cup.conf --local >check.out || fail "no rehearsal"
grep -q 'round 6 of 6' check.out || fail "the rehearsal has no sixth round: $(cat check.out)"

# what `run` refuses, `check` refuses
umask 022
cat >away.conf <<END
[tournament]
director = cup
file = away.db
[account cup]
password_file = cup.password
[entrant a_bot]
password_file = bot.password
[entrant friend]
foreign = yes
END
# refused WORDS: by both, with these words
refused() {
    "$build/fibsbot" tournament check away.conf >check.out 2>check.err && fail "check does not refuse: $1"
    "$build/fibsbot" tournament run away.conf >run.out 2>run.err && fail "run does not refuse: $1"
    grep -q "$1" check.err || fail "check does not say: $1: $(cat check.err)"
    grep -q "$1" run.err || fail "run does not say: $1: $(cat run.err)"
}
refused 'password file cup.password: No such file'
echo pw >cup.password
echo pw >bot.password
refused 'password file bot.password: mode 644 lets others read it'
chmod 600 cup.password bot.password
"$build/fibsbot" tournament check away.conf >check.out 2>check.err || fail "refused: $(cat check.err)"
grep -q 'tell friend Tournament: everybody plays everybody, 5 points a match' check.out || fail "no rules: $(cat check.out)"
grep -q 'tell friend Tournament, round 1: please play 5 points with a_bot now: invite a_bot 5' check.out || fail "no call: $(cat check.out)"
sed -i 's|^file = .*|file = nowhere/away.db|' away.conf
"$build/fibsbot" tournament check away.conf >check.out 2>check.err && fail "a database that cannot be made"
grep -q 'tournament.file: folder nowhere: No such file' check.err || fail "which file? $(cat check.err)"
