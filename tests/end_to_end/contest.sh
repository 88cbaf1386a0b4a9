#!/usr/bin/env bash
# Contests on the command line: results, records, files gone on with, and exit statuses.
set -eu
. tests/end_to_end/program_library

# Two threads and one give the same figures; a file is continued.
cubeless() { "$bot" tourney "$@" --cubeless --seed 3 --luck small --quiet; }
cubeless build/weights baseline --games 20 --threads 2 --save "$folder/r" >"$folder/a"
cubeless build/weights baseline --games 36 --save "$folder/r" --resume >"$folder/b"
cubeless build/weights baseline --games 36 >"$folder/c"
[ "$(wc -l <"$folder/r")" = 19 ] || fail "a line a pair was expected"
[ "$(sed -n 2,4p "$folder/b")" = "$(sed -n 2,4p "$folder/c")" ] || fail "the parts are not the whole"
cubeless build/weights random --games 36 --save "$folder/r" --resume 2>"$folder/e" &&
    fail "results of other players were taken"
grep -q 'expected results under the same conditions' "$folder/e" || fail "it was not said why"

# Result files keep their former words, which are no words of the command line.
kept() { "$bot" tourney build/weights,"$1"=.7/.7 random --cubeless --games 2 --quiet --save "$folder/words" "${@:2}" 2>&1; }
kept efficiency --luck 1-ply >/dev/null || fail "--luck 1-ply"
grep -q 'A=build/weights,life=.7/.7/.* luck=deep/' "$folder/words" || fail "result files have other words: $(head -n 1 "$folder/words")"
kept efficiency --luck 1-ply --resume >"$folder/e" || fail "a file with former words: $(cat "$folder/e")"
kept efficiency --luck deep --resume >"$folder/e" && fail "a former word for luck is taken"
grep -q 'expected none, small, big, both or 1-ply' "$folder/e" || fail "it was not said what is expected"
kept life --luck 1-ply --resume >"$folder/e" && fail "a former option of a player is taken"
grep -q 'player option "life"' "$folder/e" || fail "it was not said what is wrong: $(cat "$folder/e")"
status=0
"$bot" tourney fibsbot,level=foo random --games 1 2>"$folder/e" || status=$?
[ "$status" = 2 ] || fail "a level that is none: exit status 2 was expected, not $status: $(cat "$folder/e")"

# A result that is lost on a full disk is no success.
status=0
"$bot" tourney random baseline --cubeless --games 2 --luck none --quiet >/dev/full 2>"$folder/e" || status=$?
[ "$status" = 75 ] && grep -q 'the output cannot be written: No space left on device' "$folder/e" ||
    fail "on a full disk: status $status: $(cat "$folder/e")"
status=0
"$bot" config --template >/dev/full 2>"$folder/e" || status=$?
[ "$status" = 75 ] && grep -qx 'fibsbot config: the output cannot be written: No space left on device' "$folder/e" || fail "config says nothing: $status: $(cat "$folder/e")"
for words in 'analyse --help' --help 'help lab' 'lab --help' --version; do
    status=0
    # shellcheck disable=SC2086
    "$bot" $words >/dev/full 2>"$folder/e" || status=$?
    [ "$status" = 75 ] && [ "$(wc -l <"$folder/e")" = 1 ] || fail "$words: help that nobody can read: $status"
done
status=0
"$bot" analyse --ply 0 tests/data/matches/galaxy.txt >/dev/full 2>"$folder/e" || status=$?
[ "$status" = 75 ] && [ "$(tail -n 1 "$folder/e")" = 'fibsbot analyse: the output cannot be written: No space left on device' ] ||
    fail "analyse of a match on a full disk: $status: $(cat "$folder/e")"
status=0
(ulimit -f 1 && exec "$bot" analyse --ply 0 --save "$folder/cut" tests/data/matches/galaxy.txt >/dev/null 2>"$folder/e") || status=$?
[ "$status" = 75 ] && [ "$(tail -n 1 "$folder/e")" = "fibsbot analyse: $folder/cut: File too large" ] ||
    fail "results that cannot be saved: $status: $(cat "$folder/e")"

# Killed, and stopped by the clock, it goes on to the very same file.
long() { exec "$bot" tourney random random,name=twin --cubeless --games 12000 --seed 5 --luck none --quiet "$@"; }
(long --save "$folder/whole" >"$folder/a")
long --save "$folder/parts" >"$folder/b" &
pid=$!
sleep 0.1
kill -9 "$pid" 2>/dev/null || true
wait "$pid" 2>/dev/null || true
status=0
(long --save "$folder/parts" --resume --minutes 0.001 >"$folder/b" 2>"$folder/e") || status=$?
[ "$status" = 3 ] || fail "exit status 3 was expected, not $status: $(cat "$folder/e")"
[ "$(wc -l <"$folder/parts")" -lt 6001 ] || fail "--minutes has not stopped it"
grep -q 'with --save and --resume continues' "$folder/e" || fail "it was not said how to go on"
(long --save "$folder/parts" --resume >"$folder/b")
cmp "$folder/whole" "$folder/parts" || fail "the results differ"
[ "$(grep '^| random | ' "$folder/a")" = "$(grep '^| random | ' "$folder/b")" ] || fail "the rows differ"

# A short match with records.
"$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=.1 --length 1 --games 2 --quiet --json \
    --record "$folder/records" >"$folder/json"
grep -q '"length":1,"cube":true,"jacoby":false,' "$folder/json" || fail "JSON has other rules: $(cat "$folder/json")"
grep -q '"cube_actions":0,' "$folder/json" || fail "cube actions of one point: $(cat "$folder/json")"
[ "$(find "$folder/records" -name '*.mat' | wc -l)" = 2 ] || fail "two match files were expected"
grep -q '1 point match' "$folder"/records/*a-1pt.mat || fail "no match in the file"
grep -q '^; \[Player 2 Level "fibsbot [0-9.]*: 0-ply, noise 0.1"\]' "$folder"/records/*a-1pt.mat || fail "no level in the file"

# A pair that is played again takes the place of its own record, not of another contest's.
kept() { "$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=.1 --length 1 --quiet --luck none --record "$folder/records" "$@" >/dev/null; }
kept --games 4 --seed 2 --save "$folder/seed"
sed -i 2q "$folder/seed"
name=$(basename "$folder"/records/*-000001a-1pt.mat)
: >"$folder/records/20260101-000000-${name#*-*-}" # a kill came before the heading
sleep 1
kept --games 4 --seed 2 --save "$folder/seed" --resume
[ "$(find "$folder/records" -name '*-000000a-1pt*.mat' | wc -l)" = 2 ] || fail "of pair 0: $(ls "$folder/records")"
[ "$(find "$folder/records" -name '*-000001a-1pt*.mat' | wc -l)" = 1 ] || fail "of pair 1: $(ls "$folder/records")"
"$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=.1 --length 1 --quiet --luck none --games 4 --save "$folder/first" >/dev/null
sed -i 1q "$folder/first"
kept --games 4 --save "$folder/first" --resume
[ "$(find "$folder/records" -name '*-1pt*.mat' | wc -l)" = 10 ] || fail "a record is lost: $(ls "$folder/records")"

# The record of a game says by which rule a gammon counts.
"$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=.1 --jacoby --games 2 --quiet --luck none --record "$folder/jacoby" >/dev/null
[ "$(grep -l '^; \[Jacoby "On"\]' "$folder"/jacoby/*-money.mat | wc -l)" = 2 ] || fail "no rule in the file: $(head "$folder"/jacoby/*)"
"$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=.1 --cubeless --games 2 --quiet --luck none --record "$folder/plain" >/dev/null
[ "$(grep -l '^; \[CubeLimit "1"\]' "$folder"/plain/*-money.mat | wc -l)" = 2 ] || fail "a cube in the file: $(head "$folder"/plain/*)"

# --cubeless holds for matches wherever it stands, and the report says so; one game is a pair.
"$bot" tourney --cubeless random baseline --length 3 --games 1 --quiet --luck none --save "$folder/cubeless" >"$folder/text" ||
    fail "a cubeless match of players without a cube"
grep -q 'random v. baseline, 3-point matches without cube, 2 in pairs' "$folder/text" || fail "rules: $(head -n 1 "$folder/text")"
grep -Eq '^\| baseline \| .* % .*\| 2 \| [0-9]+ \|$' "$folder/text" || fail "row for weights/LOG.md: $(tail -n 3 "$folder/text")"
grep -q ' length=3 cube=0 ' "$folder/cubeless" || fail "conditions: $(head -n 1 "$folder/cubeless")"

# One pair of two players says nothing of errors, so nothing of who is better for certain.
one() { "$bot" tourney baseline random random,name=twin --round-robin --cubeless --games 2 --quiet --luck none "$@"; }
one >"$folder/text"
grep -qE '^  1\. +\+[0-9.]+ +- +- +\+' "$folder/text" || fail "an error, or certainty, of one pair: $(tail "$folder/text")"
grep -q 'Test of fit' "$folder/text" && fail "a test without errors"
one --csv | grep -qE '^1,"baseline",2,[0-9.]+,,[0-9.]+,,,,$' || fail "$(one --csv)"
one --json | tail -1 | grep -q '"error":null,"pairs":2,"rating":[0-9.]*}.*"pairs":1,"mean":[-0-9.]*,"error":null,"deviation":null}.*"fit":null' || fail "$(one --json | tail -1)"
one --json | head -1 | grep -q '"plain":{"mean":[0-9.]*,"error":null,"deviation":null}' || fail "$(one --json | head -1)"

# A report reads the file of a player whose name has the words of the rules in it.
"$bot" tourney random 'baseline,name=b length=9' --cubeless --games 4 --quiet --luck none --save "$folder/rules" >"$folder/text"
"$bot" tourney --report "$folder/rules" >"$folder/text" 2>&1 || fail "a file of its own is refused: $(cat "$folder/text")"
grep -q '  b length=9$' "$folder/text" || fail "another name: $(cat "$folder/text")"
"$bot" tourney 'random,name=a B=x/y' 'baseline,name=b B=z' --cubeless --games 4 --quiet --luck none --save "$folder/second" >/dev/null
"$bot" tourney --report "$folder/second" >"$folder/text" 2>&1 || fail "a file of its own is refused: $(cat "$folder/text")"
grep -q '  a B=x/y$' "$folder/text" && grep -q '  b B=z$' "$folder/text" || fail "another name: $(cat "$folder/text")"

# Pairs that all ended alike tell no error.
cubeless baseline baseline,name=twin --games 4 >"$folder/alike"
grep -q '  all pairs ended alike' "$folder/alike" && ! grep -q -- '+-' "$folder/alike" || fail "$(cat "$folder/alike")"
cubeless baseline baseline,name=twin baseline,name=third --round-robin --games 8 >"$folder/alike"
grep -qE '^  1\. +\+0\.0000 +- +- +\+0\.0000 +- ' "$folder/alike" || fail "an error, or certainty: $(tail "$folder/alike")"

# A run that a player refuses leaves no file of results, so that the right command can write it.
"$bot" tourney random baseline fibsbot 2>"$folder/e" && fail "three players of a match"
grep -q '"fibsbot" is a third player: --round-robin' "$folder/e" || fail "no hint: $(cat "$folder/e")"
status=0
"$bot" tourney random baseline --length 3 --quiet --save "$folder/refused" 2>"$folder/e" || status=$?
[ "$status" = 1 ] && grep -q 'random does not use the cube: --cubeless' "$folder/e" || fail "it was not said why: $(cat "$folder/e")"
[ ! -e "$folder/refused" ] || fail "a file of results without a player"

# The records of two threads are whole matches, and who wins in them is who won.
"$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=.1 --length 3 --games 12 --threads 2 --quiet --luck none --seed 3 \
    --record "$folder/threes" --json >"$folder/json"
cat "$folder"/threes/*-3pt.mat | grep 'Wins .* and the match' >"$folder/won"
[ "$(wc -l <"$folder/won")" = 12 ] || fail "not 12 whole matches: $(cat "$folder/won")"
share=$(awk '/^      Wins/ { won++ } END { printf "%.6g", won / NR }' "$folder/won")
grep -q "\"plain\":{\"mean\":$share," "$folder/json" || fail "the records say $share: $(cat "$folder/json")"
! grep -q '"cube_actions":0,' "$folder/json" || fail "a match without cube actions: $(cat "$folder/json")"

# A round robin, gone on with from its files; a test that ends a contest early.
all() {
    "$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=.2 fibsbot,ply=0,noise=.5 --round-robin --cubeless \
        --luck none --quiet "$@"
}
all --games 20 --save "$folder/all" >"$folder/a"
all --games 40 --save "$folder/all" --resume >"$folder/b"
all --games 40 >"$folder/c"
[ "$(ls "$folder"/all.*-* | wc -l)" = 3 ] || fail "three contests were expected"
diff <(tail -n 5 "$folder/b") <(tail -n 5 "$folder/c") || fail "the tables differ"
grep -q '^  1\..*  fibsbot,ply=0$' "$folder/c" || fail "the best player is not at the top: $(tail -n 5 "$folder/c")"
"$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=1 --length 1 --games 100000 --luck none --quiet --sprt 0:100 >"$folder/a"
grep -q ': HIGH$' "$folder/a" || fail "the sequential test has not decided: $(cat "$folder/a")"
grep -q '^  Elo +[1-9]' "$folder/a" || fail "no Elo"

# Standings as text, JSON and CSV; who stands fixed; what cannot be.
grep -q '^ *points  *+- 95 %  *LOS  *mean  *+- 95 %' "$folder/c" || fail "columns do not say what they have: $(tail -n 8 "$folder/c")"
all --games 20 --json >"$folder/json"
[ "$(wc -l <"$folder/json")" = 4 ] || fail "an object for each match and one for all were expected"
tail -n 1 "$folder/json" | grep -q '^{"unit":"points","standings":\[{"rank":1,"player":"fibsbot,ply=0","mean":.*"superiority":.*"pairings":\[{"players":' ||
    fail "JSON: $(tail -n 1 "$folder/json")"
all --games 20 --csv --anchor fibsbot,ply=0,noise=.5 --anchor-rating 2 >"$folder/csv"
[ "$(wc -l <"$folder/csv")" = 4 ] || fail "four lines of CSV were expected: $(cat "$folder/csv")"
# Nothing is certain after ten matches: bounds by Wilson.
"$bot" tourney fibsbot,ply=0 fibsbot,net=small,noise=3 --length 1 --luck none --games 10 --quiet >"$folder/all-won"
grep -q 'plain    100.00 % +- 14.16 %' "$folder/all-won" && grep -q 'Elo +166.2 or more (95 %)' "$folder/all-won" ||
    fail "bounds of 10 of 10: $(cat "$folder/all-won")"
"$bot" tourney fibsbot,net=small,noise=3 fibsbot,ply=0 --length 1 --luck none --games 10 --quiet >"$folder/all-lost"
grep -q 'Elo -166.2 or less (95 %)' "$folder/all-lost" || fail "bounds of 0 of 10: $(cat "$folder/all-lost")"
head -n 1 "$folder/csv" | grep -q '^rank,player,pairs,mean,error,rating,rating_error,rating_low,rating_high,superiority$' || fail "CSV: $(cat "$folder/csv")"
grep -q '^3,"fibsbot,ply=0,noise=.5",20,[^,]*,[^,]*,2,0,2,2,$' "$folder/csv" || fail "the anchor moves: $(cat "$folder/csv")"
! command -v python3 >/dev/null || python3 - "$folder/c" "$folder/a" "$folder/csv" <<'PYTHON' || fail "figures of the tables"
import csv, math, re, sys
table, test = (open(name).read() for name in sys.argv[1:3])
near = lambda a, b: abs(a - b) < 2e-4
(a, ea), (b, eb), (c, ec) = ((float(mean), float(error)) for mean, error in re.findall(r'plain +(\S+) \+- (\S+) points', table))
wanted = [((a + b) / 2, ea, eb, '-', a, b), ((c - a) / 2, ea, ec, -a, '-', c), ((-b - c) / 2, eb, ec, -b, -c, '-')]
rows = re.findall(r'\n +[123]\.(.*) fibsbot', table)
assert len(rows) == 3, table
for line, (mean, e1, e2, *results) in zip(rows, wanted):
    cells = line.replace('%', '').split()[-5:]
    assert re.match(r' +[+-]\d\.\d{4} +\d+\.\d{4} ', line), line
    assert near(float(cells[0]), mean) and near(float(cells[1]), 1.96 * math.hypot(e1, e2) / 2), (line, mean)
    assert all(cell == result or near(float(cell), result) for cell, result in zip(cells[2:], results)), (line, results)
assert all(float(ms) > 0.001 for ms in re.findall(r': (\S+) ms of processor time a decision', table)), table
# d Elo / d share is 400 / ln 10 / (share x lost share); two digits of the percents are told
share, error = (float(percent) / 100 for percent in re.search(r'plain +(\S+) % \+- (\S+) %', test).groups())
half = 1.96 * 400 / math.log(10) / share / (1 - share) * error
assert abs(float(re.search(r'Elo \S+ \+- (\S+) \(95 %\)', test)[1]) / half - 1) < 0.05, (half, test)
for row in list(csv.reader(open(sys.argv[3])))[1:3]:
    error, low, high, superiority = map(float, row[6:10])
    assert low < float(row[5]) < high and (high - low) / 2 > 1.95 * error and superiority > .5, row
PYTHON
refused() {
    status=0
    "$bot" tourney "${@:2}" --cubeless --games 2 >/dev/null 2>"$folder/e" || status=$?
    [ "$status" = 2 ] && grep -q "$1" "$folder/e" || fail "status $status: $(cat "$folder/e")"
}
for form in '' --round-robin --gauntlet '--units 0-1'; do
    # shellcheck disable=SC2086
    refused 'two players are named "random": .*,name=NAME' random random $form
done
refused 'two players are named "random"' random baseline random --round-robin
refused 'two players are named "baseline"' baseline baseline
refused 'two players are named "gnubg,ply=2"' gnubg,ply=2
status=0
"$bot" bench fibsbot fibsbot 2>"$folder/e" || status=$?
[ "$status" != 0 ] && grep -q 'two players are named "fibsbot"' "$folder/e" || fail "bench: $(cat "$folder/e")"
"$bot" tourney fibsbot,ply=0 fibsbot,ply=0,name=twin --length 1 --games 2 --quiet --luck none --record "$folder/twins" \
    --save "$folder/twins.results" >"$folder/a" || fail "a player against itself: $(cat "$folder/a")"
grep -q '^| twin | ' "$folder/a" || fail "it is not shown by its name: $(cat "$folder/a")"
grep -q '^; \[Player 2 "twin"\]' "$folder"/twins/*a-1pt.mat || fail "its name is not in the match file"
grep -q '^; \[Player 2 Level "fibsbot [0-9.]*: 0-ply"\]' "$folder"/twins/*a-1pt.mat || fail "its level is not in the match file"
"$bot" tourney --report "$folder/twins.results" | grep -q ' twin$' || fail "the report has not its name"
refused '"baseline" does not play' random fibsbot --anchor baseline

# After Ctrl-C the table has what was played, and the command is there that goes on.
cut() {
    exec "$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=.2 'fibsbot,ply=0,noise=.5' --round-robin --cubeless --luck none \
        --games 4000000 --save "$folder/it is cut" --quiet "$@"
}
cut >"$folder/a" 2>"$folder/e" &
pid=$!
until [ "$(cat "$folder"/it\ is\ cut.2-3 2>/dev/null | wc -l)" -gt 20 ]; do sleep 0.05; done
kill -INT "$pid"
status=0
wait "$pid" || status=$?
[ "$status" = 3 ] || fail "exit status 3 was expected, not $status: $(cat "$folder/e")"
lines=$(wc -l <"$folder/it is cut.1-2") more=$(wc -l <"$folder/it is cut.2-3")
[ $((lines - more)) -ge -1 ] && [ $((lines - more)) -le 1 ] || fail "the pairings do not take turns: $lines and $more lines"
[ "$(grep -c '^  [123]\.  *[+-][0-9]' "$folder/a")" = 3 ] || fail "no ratings of all three: $(cat "$folder/a")"
grep -Eq '^  1\..* fibsbot,ply=0$' "$folder/a" && grep -q ' [+-]0\.[0-9]* ' "$folder/a" || fail "the parts are not in the table: $(cat "$folder/a")"
tail -n 1 "$folder/e" | grep -q "^    fibsbot tourney --resume .* --save '.*/it is cut' --quiet " || fail "no command: $(cat "$folder/e")"

grep -q 'stopping after the pairs in progress, .*; so far [1-9][0-9]* of 6000000 pairs$' "$folder/e" || fail "a stop is not told: $(cat "$folder/e")"
grep -q '^  1\..* fibsbot,ply=0$' "$folder/e" || fail "the table so far is not told: $(cat "$folder/e")"

# A second one does not wait for the pairs in progress, here of some seconds: what there is was told at the first.
slow='ubgi,command=python3 -S tests/tools/ubgi_engine.py +slow,name=slow'
"$bot" tourney random "$slow" --cubeless --length 15 --luck none --games 400 --save "$folder/cut short" --quiet >"$folder/a" 2>"$folder/e" &
pid=$!
until [ "$(cat "$folder/cut short" 2>/dev/null | wc -l)" -gt 1 ]; do sleep 0.05; done
kill -INT "$pid"
until grep -q 'stopping after .*; so far [1-9] of 200 pairs, [0-9.]* %' "$folder/e"; do
    kill -0 "$pid" || fail "a stop is not told: $(cat "$folder/e")"
    sleep 0.05
done
kill -INT "$pid"
status=0
wait "$pid" || status=$?
[ "$status" = 130 ] && [ ! -s "$folder/a" ] || fail "it goes on after a second signal, $status: $(cat "$folder/a")"

# The first one is told, and counts, also before a pair has ended.
"$bot" tourney random "$slow" --cubeless --length 5 --luck none --games 6 --save "$folder/cut early" --quiet >"$folder/a" 2>"$folder/e" &
pid=$!
until [ -s "$folder/cut early" ]; do sleep 0.05; done
kill -INT "$pid"
status=0
wait "$pid" || status=$?
[ "$status" = 3 ] && [ "$(wc -l <"$folder/cut early")" = 2 ] || fail "$status: pairs began after a signal: $(cat "$folder/cut early")"
grep -q 'stopping after the pairs in progress, .*; so far 0 of 3 pairs$' "$folder/e" || fail "a stop is not told: $(cat "$folder/e")"

# --report prints the table from the files, also while they grow.
all --games 20 --save "$folder/kept" >"$folder/a"
printf '10 1 1 2 1' >>"$folder/kept.1-2"
"$bot" tourney --report "$folder/kept" >"$folder/b" || fail "no report of a tournament"
diff <(tail -n 7 "$folder/a") <(tail -n 7 "$folder/b") || fail "the report differs"
tail -c 10 "$folder/kept.1-2" | grep -q '^10 1 1 2 1$' || fail "the report has changed the file"
"$bot" tourney --report "$folder/kept" --csv >"$folder/b" && [ "$(wc -l <"$folder/b")" = 4 ] || fail "no CSV of the report"
"$bot" tourney --report "$folder/test-of-a-match" --json 2>"$folder/e" && fail "a report of nothing"
grep -q 'there is no such file' "$folder/e" || fail "it was not said why: $(cat "$folder/e")"
"$bot" tourney random baseline --cubeless --luck none --games 20 --save "$folder/one match" --quiet >/dev/null
"$bot" tourney --report "$folder/one match" --json | grep -q '"pairings":\[{"players":\["random","baseline"\],"pairs":10,' || fail "no report of a match"
echo rubbish >>"$folder/one match"
"$bot" tourney --report "$folder/one match" 2>"$folder/e" && fail "rubbish is reported"
grep -q 'line 12: not that of a result file' "$folder/e" || fail "it was not said where: $(cat "$folder/e")"

# On a terminal the table is drawn again in its place.
if script --version >/dev/null 2>&1; then
    script -qec "'$bot' tourney random baseline '$slow' --round-robin --cubeless --luck none --minutes .02 --games 40000000" \
        /dev/null >"$folder/a" 2>&1 || true
    grep -q "$(printf '\033\\[[0-9]*A')" "$folder/a" || fail "nothing is drawn again: $(tail -n 20 "$folder/a")"
    # on a low one no more than can be gone back over
    script -qec "stty rows 6 cols 60; '$bot' tourney random baseline '$slow' --round-robin --cubeless --luck none --minutes .02 --games 40000000" \
        /dev/null >"$folder/a" 2>&1 || true
    grep -q "$(printf '\033\\[4A')" "$folder/a" && ! grep -q "$(printf '\033\\[[5-9]A')" "$folder/a" ||
        fail "a low terminal is overrun: $(head -n 20 "$folder/a")"
fi

# The sequential test gives the same verdict after the same games on any number of threads,
# and after interruptions; what was played beyond it is in the file.
test_of() {
    "$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=.2 --cubeless --luck none --seed 4 --games 100000 --quiet \
        --sprt 0:.1 --alpha .2 --beta .1 "$@"
}
verdict() { sed -n '1p;/sequential test/p' "$1"; }
test_of >"$folder/one"
grep -q 'alpha 0.2, beta 0.1: .* (-2.08 or +1.50 decides): HIGH$' "$folder/one" || fail "no verdict: $(cat "$folder/one")"
# It is of the results without luck where that is measured.
ratio() { grep -o 'ratio [^ ]* after [0-9]* games'; }
[ "$(test_of --luck small --sprt 0:9 --games 40 | ratio)" != "$(test_of --sprt 0:9 --games 40 | ratio)" ] || fail "the test is of plain results"
for threads in 2 8; do
    test_of --threads $threads >"$folder/more"
    [ "$(verdict "$folder/one")" = "$(verdict "$folder/more")" ] || fail "on $threads threads: $(verdict "$folder/more")"
done
test_of --threads 3 --games 40 --save "$folder/test" >/dev/null || fail "an open test is a failure"
test_of --threads 8 --save "$folder/test" --resume >"$folder/more"
[ "$(verdict "$folder/one")" = "$(verdict "$folder/more")" ] || fail "resumed: $(verdict "$folder/more")"
test_of --save "$folder/test" --resume --json >"$folder/json"
pairs=$(sed -n 's/.*"pairs":\([0-9]*\),"games".*/\1/p' "$folder/json")
[ "$(wc -l <"$folder/test")" -gt "$pairs" ] || fail "the file has not all of $pairs pairs"
grep -q "after $((2 * pairs)) games" "$folder/one" || fail "JSON and text differ: $pairs pairs"
grep -q '"sprt":{"low":0.0,"high":0.1,"alpha":0.2,"beta":0.1,.*"decided":"high"}' "$folder/json" ||
    fail "JSON of a test: $(cat "$folder/json")"
# Without --quiet it says how far it is; games a second are those of the seconds told, or of some of them.
"$bot" tourney random baseline --cubeless --luck none --games 20000 --minutes .02 2>"$folder/e" >"$folder/a" || true
progress=$(tr '\r' '\n' <"$folder/e" | grep -o '[0-9]* of 10000 pairs  -[0-9.]*\( +- [0-9.]*\)\?  [0-9.]* games/s  .* left' | tail -n 1)
[ -n "$progress" ] || fail "no progress: $(cat "$folder/e")"
{ echo "$progress"; cat "$folder/a"; } | awk '
    / left$/ { for (i = 1; $(i + 1) != "games/s"; i++); told = 2 * $1 / $i }
    / games: / { games = $1 }
    / games\/s on / { seconds = $1; each = $3 }
    END { exit !(games > 0 && (games / each - seconds) ^ 2 < .06 ^ 2 && told < seconds + .1 && told > .5) }' ||
    fail "games a second: $progress, $(cat "$folder/a")"

# What is not there is skipped, what is wrong refused.
status=0
"$bot" tourney fibsbot gnubg,program=/nowhere/gnubg 2>"$folder/e" || status=$?
[ "$status" = 77 ] || fail "exit status 77 was expected, not $status"
grep -q 'skipped: gnubg,program=/nowhere/gnubg is not installed' "$folder/e" || fail "it was not said why"
status=0
"$bot" bench gnubg,program=/nowhere/gnubg >"$folder/a" 2>"$folder/e" || status=$?
[ "$status" = 77 ] && [ ! -s "$folder/a" ] && grep -qx 'fibsbot bench: skipped: gnubg,program=/nowhere/gnubg is not installed' "$folder/e" ||
    fail "bench of nobody: $status: $(cat "$folder/e")"
status=0
"$bot" tourney random gnubg,program=/nowhere/gnubg 2>"$folder/e" || true
grep -q 'named' "$folder/e" && fail "players that are named are said not to be"
"$bot" tourney fibsbot --units 0-0 --luck none --games 2 --record /dev/null/games >/dev/null 2>"$folder/e" || status=$?
head -n 1 "$folder/e" | grep -q 'one player is named: fibsbot against gnubg,ply=2, 2 money games' ||
    fail "it does not say who plays: $(cat "$folder/e")"
for wrong in 'tourney random random,name=r 20' 'tourney nosuch random' 'tourney random random' 'tourney fibsbot,ply=9 random' \
    'bench nosuch' 'bench random random' 'bench random' "lab evaluate nosuch $folder/e" 'tourney random /nowhere/x.net'; do
    status=0
    # shellcheck disable=SC2086
    "$bot" $wrong 2>"$folder/e" || status=$?
    [ "$status" = 2 ] || fail "$wrong: exit status 2 was expected, not $status: $(cat "$folder/e")"
done

# One pair has no error, two have.
"$bot" tourney random baseline --cubeless --games 2 >"$folder/one" 2>/dev/null || fail "no pair is played"
grep -q -e '+- [0-9]' -e 'deviation' "$folder/one" && fail "one pair has an error: $(cat "$folder/one")"
"$bot" tourney random baseline --cubeless --games 4 >"$folder/two" 2>/dev/null || fail "no pairs are played"
grep -q '^  reduced .* +- [0-9.]* points a game' "$folder/two" || fail "two pairs have no error: $(cat "$folder/two")"
"$bot" tourney random baseline random,name=r --round-robin --cubeless --games 2 2>/dev/null |
    grep -q '^ *1\.  .* -  .*' || fail "a table of single pairs has errors"
