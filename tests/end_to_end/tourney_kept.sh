#!/usr/bin/env bash
# What a tournament leaves: a database that agrees with the result files after kills and
# faults, and a page.
set -eu
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
. tests/end_to_end/program_library
query() { python3 -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(*row)' "$1" "$2"; }

# agrees DATABASE FILE...: the same pairs, with the same results, in both
agrees() {
    query "$1" "select match, number, games, games_won, gammons_won, gammons_lost from pairs order by match, number" >"$folder/in-database"
    local match=0
    for file in "${@:2}"; do
        match=$((match + 1))
        tail -n +2 "$file" | sort -n | awk -v m=$match '{ print m, $1, $4, $5, $6, $7 }'
    done >"$folder/in-files"
    diff "$folder/in-database" "$folder/in-files" >"$folder/diff" || fail "database and files differ: $(head -n 5 "$folder/diff")"
}

three() {
    "$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=.2 fibsbot,ply=0,noise=.5 --round-robin --length 3 --luck none \
        --quiet --save "$folder/all" --database "$folder/all.sqlite" "$@"
}
three --games 20 --threads 2 >"$folder/out"
agrees "$folder/all.sqlite" "$folder"/all.1-2 "$folder"/all.1-3 "$folder"/all.2-3
[ "$(query "$folder/all.sqlite" "select place_a || '-' || place_b from matches order by id" | paste -sd ' ')" = '1-2 1-3 2-3' ] ||
    fail "the matches have other numbers than the files"
[ "$(query "$folder/all.sqlite" 'select count(*) from players')" = 3 ] || fail "three players were expected"
[ "$(query "$folder/all.sqlite" 'select count(*), sum(pairs.games) from pairs')" = \
    "$(query "$folder/all.sqlite" 'select 30, count(*) from games')" ] || fail "games are missing"
[ "$(query "$folder/all.sqlite" 'select max(score_a), max(score_b) from games')" = "2 2" ] || fail "scores before the games are not below 3"
[ "$(query "$folder/all.sqlite" 'select count(*) from games g join games h using (match, pair, half)
    join matches on matches.id = match where h.number = g.number + 1 and
    (h.score_a, h.score_b) <> (g.score_a + (g.winner = player_a) * g.points, g.score_b + (g.winner = player_b) * g.points)')" = 0 ] ||
    fail "games do not begin where the one before ended"
[ "$(query "$folder/all.sqlite" 'select count(*) from pairs p join matches on matches.id = p.match where plain <>
    (select avg(winner = player_a) from games g where g.match = p.match and pair = p.number and g.number =
        (select max(number) from games h where h.match = g.match and h.pair = g.pair and h.half = g.half))')" = 0 ] ||
    fail "who won the last game is not who won the match"

# It does not begin a match twice; it goes on with it, and enters what the files alone have.
status=0
"$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=.2 --length 3 --luck none --games 2 --quiet \
    --database "$folder/all.sqlite" >/dev/null 2>"$folder/err" || status=$?
[ "$status" = 1 ] && grep -q 'has this match already (--resume continues it)' "$folder/err" || fail "begun twice: $(cat "$folder/err")"
rm "$folder/all.sqlite"
three --games 30 --resume >"$folder/out"
agrees "$folder/all.sqlite" "$folder"/all.1-2 "$folder"/all.1-3 "$folder"/all.2-3
[ "$(query "$folder/all.sqlite" 'select min(pair), max(pair) from games')" = "10 14" ] || fail "only what was played has games"

# Pairings have dice of their own; a tournament of a former version keeps those that its
# pairings shared.
two() { "$bot" tourney baseline random random,name=twin --gauntlet --cubeless --luck none --quiet --save "$folder/$1" "${@:2}" >/dev/null; }
rows() { tail -n +2 "$folder/$1"; }
two own --games 40
head -qn 1 "$folder"/own.1-2 "$folder"/own.1-3 | sed 's/.*seed=//; s/ luck.*//' | paste -sd, | grep -qx '1,1 dice=1' || fail "no dice of their own"
cmp -s <(rows own.1-2) <(rows own.1-3) && fail "the pairings have the same dice"
for pairing in 1-2 1-3; do head -n 1 "$folder/own.$pairing" | sed 's/ dice=1//' >"$folder/former.$pairing"; done
two former --games 40 --resume
cmp <(rows own.1-2) <(rows former.1-2) || fail "other dice of the first pairing"
cmp <(rows former.1-2) <(rows former.1-3) || fail "the former pairings share no dice"
"$bot" tourney --report "$folder/own" | grep -q 'their mean is 0' || fail "no report of the pairings"
for shared in own former; do
    "$bot" tourney --report "$folder/$shared" --html "$folder/$shared.html" >"$folder/out"
    for told in "$folder/out" "$folder/$shared.html"; do
        [ "$(grep -c 'have the same dice' "$told")" = "$([ $shared = former ] && echo 1 || echo 0)" ] || fail "$shared: $(cat "$told")"
    done
done

# Killed and gone on with, also with pairs that the file has lost.
long() {
    exec "$bot" tourney random random,name=twin --cubeless --luck none --quiet --threads 2 --save "$folder/long" \
        --database "$folder/long.sqlite" --games "$@"
}
for round in 1 2 3; do
    lines=$(cat "$folder/long" 2>/dev/null | wc -l)
    long 2000000 --resume >"$folder/out" 2>&1 &
    pid=$!
    for _ in $(seq 1200); do
        [ "$(cat "$folder/long" 2>/dev/null | wc -l)" -gt $((lines + 50 * round)) ] && break
        sleep 0.05
    done
    kill -KILL "$pid"
    wait "$pid" 2>/dev/null || true
    extra=$(query "$folder/long.sqlite" 'select count(*) from pairs')
    lines=$(grep -c '\.$' "$folder/long")
    [ "$extra" -ge "$lines" ] && [ "$extra" -le $((lines + 1)) ] || fail "killed: $extra pairs in the database, $lines lines"
done
head -c -200 "$folder/long" >"$folder/cut" && mv "$folder/cut" "$folder/long"
pairs=$(($(wc -l <"$folder/long") + 20))
(long $((2 * pairs)) --resume >"$folder/out") || fail "does not go on: $(cat "$folder/out")"
agrees "$folder/long.sqlite" "$folder/long"
[ "$(query "$folder/long.sqlite" 'select count(*) from games')" = $((2 * $(grep -c '\.$' "$folder/long"))) ] || fail "each pair has two games"

# Faults stand in it, with the name of the engine; a forfeited pair has no games.
"$bot" tourney random "ubgi,command=python3 -S tests/tools/ubgi_engine.py exit,name=leaver" baseline --round-robin --cubeless \
    --luck none --games 2 --save "$folder/fault" --database "$folder/fault.sqlite" >"$folder/out" 2>&1 || fail "$(cat "$folder/out")"
[ "$(query "$folder/fault.sqlite" 'select players.name, count(*), sum(forfeit) from faults join players on players.id = player')" = \
    "leaver 6 2" ] || fail "faults: $(query "$folder/fault.sqlite" 'select * from faults')"
[ "$(query "$folder/fault.sqlite" 'select distinct players.name from pairs join players on players.id = forfeited')" = leaver ] ||
    fail "another player forfeited: $(query "$folder/fault.sqlite" 'select * from pairs')"
[ "$(query "$folder/fault.sqlite" 'select count(*) from games join pairs on games.match = pairs.match and pair = pairs.number
    where forfeited is not null')" = 0 ] || fail "games of a forfeited pair"
grep -q '  leaver$' "$folder/out" || fail "the standings have another name: $(tail -n 8 "$folder/out")"
"$bot" tourney --report "$folder/fault" --anchor leaver >"$folder/out" || fail "no anchor by its own name"
grep -q '  leaver$' "$folder/out" || fail "the report has another name: $(cat "$folder/out")"
status=0
"$bot" tourney random ubgi,command=x,name=random --round-robin --cubeless 2>"$folder/err" || status=$?
[ "$status" = 2 ] && grep -q 'two players are named "random"' "$folder/err" || fail "two of one name: $(cat "$folder/err")"

# Also a fault before the first pair, whose match is not begun: the second start fails.
cat >"$folder/late" <<'END'
echo >>"$0.starts"
[ "$(wc -l <"$0.starts")" = 2 ] && exit 1
exec python3 -S tests/tools/ubgi_engine.py
END
"$bot" tourney random "ubgi,command=sh $folder/late,name=late" --cubeless --luck none --games 2 --quiet --database "$folder/late.sqlite" \
    >"$folder/out" 2>&1 || fail "a fault at the start: $(cat "$folder/out")"
[ "$(query "$folder/late.sqlite" 'select name, pair, count, forfeit from faults join players on players.id = player')" = "late 0 1 0" ] ||
    fail "the fault at the start: $(query "$folder/late.sqlite" 'select * from faults')"
grep -q '  late: 1 fault in this run, 0 pairs forfeited in all$' "$folder/out" || fail "faults of the run: $(cat "$folder/out")"

# The end of a run by an error: what another thread has in progress is written, as it is reported.
cat >"$folder/waits" <<END
while read -r line; do
    [ "\$line" = newgame ] && until grep -q 'the pair is forfeited' "$folder/out"; do sleep .05; done
    echo "\$line"
done | python3 -S tests/tools/ubgi_engine.py
END
status=0
"$bot" tourney random "ubgi,command=python3 -S tests/tools/ubgi_engine.py exit,name=leaver" "ubgi,command=sh $folder/waits,name=waits" \
    --gauntlet --cubeless --luck none --games 2 --quiet --threads 2 --max-forfeits 1 --save "$folder/ended" >"$folder/out" 2>&1 || status=$?
[ "$status" = 1 ] && grep -q 'leaver has forfeited 1 pairs in a row' "$folder/out" || fail "not ended: $status: $(cat "$folder/out")"
[ "$(wc -l <"$folder/ended.1-3")" = 2 ] || fail "the pair in progress is not written: $(cat "$folder/out" "$folder/ended.1-3")"

# Pieces share a database, and fewer --games or --units take nothing out of it.
piece() { "$bot" tourney random random,name=twin --cubeless --luck none --quiet --save "$folder/$1" --database "$folder/pieces.sqlite" "${@:2}" >/dev/null; }
piece first --units 0-3
piece second --units 6-9 --resume
piece first --units 0-1 --resume
agrees "$folder/pieces.sqlite" <(cat "$folder/first" <(tail -n +2 "$folder/second"))
[ "$(query "$folder/pieces.sqlite" 'select count(*) from games')" = 16 ] || fail "games of a piece are lost"

# Both writers tell the same effort of each player.
effort() { "$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=.3 --luck none --games 4 --seed 3 --quiet "$@"; }
effort --json | grep -o '"plays":[0-9]*,"cube_actions":[0-9]*' | tr -dc '0-9,\n' >"$folder/counts"
diff "$folder/counts" <(effort | sed -n 's/.*(\([0-9]*\) plays, \([0-9]*\) cube actions)/\1,\2/p') ||
    fail 'the JSON has another effort than the text'
[ "$(uniq "$folder/counts" | wc -l)" = 2 ] || fail 'both players have the same effort'

# JSON has names in UTF-8 alone: others are refused before anything is played, and in files of before.
latin=$'caf\xe9'
"$bot" tourney random "random,name=$latin" --cubeless --luck none --games 2 --quiet --save "$folder/latin" >/dev/null
refuses_latin() {
    status=0
    "$bot" tourney "$@" --quiet --json >"$folder/out" 2>"$folder/err" || status=$?
    [ "$status" = 2 ] && [ ! -s "$folder/out" ] && grep -q 'the name of player 2 is not UTF-8' "$folder/err" ||
        fail "a name in Latin-1, $*: $status: $(cat "$folder/err")"
}
refuses_latin random "random,name=$latin" --cubeless --games 2
refuses_latin random "random,name=$latin" --round-robin --cubeless --games 2
refuses_latin --report "$folder/latin"
"$bot" tourney random "random,name=café" --cubeless --luck none --games 2 --quiet --json | grep -q '"café"' || fail "no name in UTF-8"

# The page, of a tournament and of a match, from the run and from its files.
three --games 40 --resume --html "$folder/all.html" >"$folder/out"
for part in '<h2>Standings' '<h2>Cross table' '<h2>Ratings by the number of pairs' 'fibsbot,ply=0,noise=.5' \
    '3-point matches, in pairs' ' 60 pairs by ' 'the luck of the dice is in the results' '%)">14</i>' '%)">20</i>' \
    'A=fibsbot,ply=0/' '<path class="first"'; do
    grep -qF "$part" "$folder/all.html" || fail "the page has no $part"
done
"$bot" tourney --report "$folder/all" --html "$folder/again.html" >/dev/null
! grep -q 'No ratings yet' "$folder/all.html" || fail "the page misses the ratings that it has"
diff <(grep -v ' pairs by ' "$folder/all.html") <(grep -v ' pairs by ' "$folder/again.html") || fail "the page of the files differs"
python3 - "$folder/all.html" "$folder/out" <<'END' || fail "tags or numbers do not match"
import html.parser, re, sys
class Check(html.parser.HTMLParser):
    open = []
    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "br"): self.open.append(tag)
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, (tag, self.getpos())
check = Check()
page, text = (open(name).read() for name in sys.argv[1:])
check.feed(page)
assert check.open == []
# the cross table has the text's results with half a 95 % interval, the curves end at its ratings
errors = {result: 1.96 * float(error) for result, error in re.findall(r'plain +(\S+) % \+- (\S+) %', text)}
lines = [line.replace('%', '').split() for line in re.findall(r'\n +[123]\.(.*) fibsbot', text)]
rows = re.findall(r'<tr><td class="n">[123]\.</td><td>([^<]*)</td>(.*)</tr>', page.split('Cross table')[1])
assert len(lines) == len(rows) == 3, (lines, rows)
for line, (name, row) in zip(lines, rows):
    cells = re.findall(r'<td class="n">(?:(\S+) %<br><small>&plusmn; (\S+) %; 20</small>)?</td>', row)
    assert [result or '-' for result, half in cells] == line[-3:], (line, row)
    for result, half in cells:
        error = errors.get(result) or errors.get('%.2f' % (100 - float(result or 0)))
        assert not half or abs(float(half) - error) < .011, (row, errors)
    now, curve = re.search(f'aria-label="{name}, now (.*?)">.*?<path class="first" d="(.*?)"', page).groups()
    assert abs(float(now) - float(line[0])) <= .51 and len(set(re.findall(r' (\S+?)(?:L|$)', curve))) > 2, (line, now, curve)
END
grep -q "column's: share of matches won, with half of a 95 % interval" "$folder/all.html" || fail "another unit of results"
"$bot" tourney random 'ubgi,command=python3 -S tests/tools/ubgi_engine.py,name=Jörg<b>&"' --cubeless --games 20 --luck none --quiet \
    --html "$folder/one.html" >"$folder/out"
grep -q '<h1>random v. Jörg&lt;b&gt;&amp;&quot;</h1>' "$folder/one.html" || fail "names are markup: $(grep h1 "$folder/one.html")"
grep -q '<h2>Points a game by the number of pairs' "$folder/one.html" || fail "no curve of a match"
mean=$(sed -n 's/^  plain  *\([+-][0-9.]*\)[0-9] .*/\1/p' "$folder/out")
grep -q "aria-label=\"random, now $mean\"" "$folder/one.html" || fail "the curve does not end at $mean: $(grep -o 'aria-label="[^"]*"' "$folder/one.html")"
! grep -q '<b>' "$folder/one.html" || fail "a name is markup"
"$bot" tourney random baseline,name=Jörg fibsbot --round-robin --cubeless --games 2 --luck none --quiet --html "$folder/names.html" >"$folder/out"
! grep -q '??' "$folder/names.html" || fail "a name has lost letters: $(grep -o '.\{9\}??.*' "$folder/names.html")"
status=0
"$bot" tourney random baseline --cubeless --games 2 --luck none --html /nowhere/page.html >/dev/null 2>"$folder/err" || status=$?
[ "$status" = 1 ] && grep -q '/nowhere/page.html: ' "$folder/err" || fail "no error of the page: $(cat "$folder/err")"
# What cannot be written is told before anything is played, and no other file gives its place to a page.
cp "$folder/all.1-2" "$folder/kept"
"$bot" tourney --report "$folder/all" --html "$folder/kept" >/dev/null 2>&1 && fail "a page in place of a file of results"
cmp "$folder/all.1-2" "$folder/kept" || fail "results are lost"
for where in --html=/nowhere/page.html --html="$folder/kept" --record=/dev/null/games; do
    status=0
    timeout 60 "$bot" tourney random baseline --cubeless --games 20000000 --luck none --save "$folder/unplayed" "${where%%=*}" "${where#*=}" >/dev/null \
        2>"$folder/err" || status=$?
    [ "$status" = 1 ] && [ ! -e "$folder/unplayed" ] || fail "$where: $status: $(cat "$folder/err")"
done

# Every +- of the report says what it is; the page of the match has the same share.
"$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=1 --length 1 --games 10 --quiet --luck small --html "$folder/match.html" >"$folder/out"
share=$(sed -n 's/^  reduced  \([0-9.]*\) % .*/\1/p' "$folder/out")
for part in 'the luck of the dice is taken out' '<h2>Matches won by the number of pairs' "aria-label=\"fibsbot,ply=0, now $(printf %.1f "$share") %\"" \
    '<i class="y" style="top:50%">50.0 %</i>'; do # who wins stands above the middle
    grep -qF "$part" "$folder/match.html" || fail "the page of a match has no $part"
done
grep -q '^  +-: standard error, also in the table below$' "$folder/out" || fail "a +- without a word: $(cat "$folder/out")"
grep -- '+- ' "$folder/out" | grep -v '^  plain\|^  reduced\|^| \|(95 %)' && fail "another +-: $(cat "$folder/out")"
true
