#!/usr/bin/env bash
# `fibsbot stats` on the history of a real match, and what it says when it is called
# wrongly.
set -u
. tests/end_to_end/library
start_server --seed 21 || exit 1
start_bot a -s "history.file=$work/a.db" -s record.analysis=all && a=$last_bot
start_bot b --matches 1 --invite a_bot:1 -s invite.idle=1 -s "history.file=$work/b.db" && b=$last_bot
wait_for "$b" 60 || fail "the match: status $?"
# a busy machine and a sanitizer take their time
within 900 grep -q 'the analysis of the match is in' "$work/a.log" || fail "no analysis of the match"
! grep "is not analysed" "$work/a.log" || fail "an analysis of another moment"
kill -TERM "$a" && wait_for "$a" 60 || fail "the end: status $?"

stats() { "$build/fibsbot" stats "$@" "$work/a.db"; }
stats >"$work/stats.txt" || fail "stats: status $?"
for text in opponent length level month 'b_bot  *1  *[01]' 'Rating of a_bot: 1[45].*, from 1500.00'; do
    grep -q "$text" "$work/stats.txt" || fail "no \"$text\" in $(cat "$work/stats.txt")"
done
stats --json | grep -q '"matches": 1' || fail "JSON"
[ "$(stats --by length --csv | tail -n +2 | cut -d, -f1-3)" = length,1,1 ] || fail "CSV"
[ "$(stats --list matches --csv | grep -c ',finished,')" -eq 1 ] || fail "the list of matches"
[ "$(stats --by length --csv --since 2000-01-01 | wc -l)" -eq 2 ] || fail "a match since 2000"
[ "$(stats --by length --csv --until 2000-01-01 | wc -l)" -eq 1 ] || fail "no match until 2000"
stats --by opponent | grep -q '^  opponent .* analysed  *PR  *theirs  *luck$' || fail "no error rates: $(stats)"
stats --by opponent --csv | tail -n 1 | cut -d, -f16,17 | grep -Eq '^1,[0-9.]+$' || fail "no analysis in $(stats --csv)"
stats --svg "$work/curve.svg" >"$work/stats.txt" && grep -q '</svg>' "$work/curve.svg" || fail "SVG"

cp "$work/a.db" "$work/kept.db"
status=0
stats --svg /dev/full >"$work/said" 2>&1 || status=$?
[ "$status" = 75 ] && grep -qx 'fibsbot stats: /dev/full: No space left on device' "$work/said" || fail "a curve on a full disk: $status: $(cat "$work/said")"
stats --svg "$work/kept.db" >"$work/said" 2>&1 && fail "a curve in place of a history"
cmp "$work/a.db" "$work/kept.db" || fail "the history is lost"
python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute("DROP TABLE game")' "$work/kept.db"
"$build/fibsbot" stats "$work/kept.db" >"$work/said" 2>&1 && fail "no error of a history that lacks a table"
grep -q 'no such table' "$work/said" || fail "it is not said what lacks: $(cat "$work/said")"

# match files that the bot did not analyse itself
stats_b() { "$build/fibsbot" stats --by opponent --csv "$work/b.db" | tail -n 1 | cut -d, -f16-; }
[ "$(stats_b)" = 0,,,, ] || fail "nothing was analysed: $(stats_b)"
"$build/fibsbot" analyse --ply 0 --history "$work/b.db" --note "$work"/matches-b/*.mat >"$work/said" 2>&1 ||
    fail "analyse --note: $(cat "$work/said")"
grep -q 'not noted' "$work/said" && fail "not noted: $(tail -n 3 "$work/said")"
stats_b | grep -Eq '^1,[0-9.]+,[0-9.]+,-?[0-9.]+,' || fail "not in the history: $(stats_b)"
cp "$work"/matches-b/*.mat "$work/other.mat"
"$build/fibsbot" analyse --ply 0 --history "$work/b.db" --note "$work/other.mat" 2>&1 >"$work/stats.txt" |
    grep -q 'other.mat: not a match of' || fail "a file without its time is noted"
"$build/fibsbot" analyse --note "$work/other.mat" >"$work/said" 2>&1 && fail "--note without a history"

# a backup is a history
stats --backup "$work/backup.db" >"$work/said" && grep -q 'backup.db: backup of' "$work/said" || fail "a backup"
stats --csv >"$work/stats.txt"
"$build/fibsbot" stats --csv "$work/backup.db" | diff "$work/stats.txt" - || fail "the backup is another history"

# what is on the disk: of a history alone, or of all that a configuration names
disk() { sed -n '/^On the disk/,/^$/p'; }
[ "$(stats | disk | wc -l)" -eq 3 ] || fail "not one row: $(stats | disk)"
stats | disk | grep -q '^  history.file  *[0-9.]* kB in  *1 file  *at most  *-  free .*/a.db$' || fail "$(stats | disk)"
[ -z "$(stats --by length | disk)" ] || fail "the disk beside one table"
printf '[history]\nfile = %s\n[record]\nfolder = %s\nmax_size = 5\n[log]\ntrace = %s\n' \
    "$work/a.db" "$work/matches-a" "$work/a.trace" >"$work/disk.conf"
"$build/fibsbot" stats -c "$work/disk.conf" | disk >"$work/said"
grep -q '^  record.folder  *[0-9.]* kB in  *3 files  at most  *5.0 MB  free .*/matches-a$' "$work/said" || fail "$(cat "$work/said")"
grep -q '^  log.trace  *[0-9.]* kB in  *1 file   at most  *400.0 MB  free .*/a.trace$' "$work/said" || fail "$(cat "$work/said")"
"$build/fibsbot" stats -c "$work/disk.conf" --json | grep -q '"limit_bytes": 5000000' || fail "no limit in JSON"
# a path longer than the values of the configuration is not cut
deep=$work/$(printf 'folder%.0s' $(seq 16))
deep=$deep/$(printf 'folder%.0s' $(seq 11))
mkdir -p "$deep" && cp "$work/a.db" "$deep/history.db"
"$build/fibsbot" stats --csv "$deep/history.db" >"$work/said" 2>&1 && grep -q '^by,' "$work/said" || fail "a long path: $(cat "$work/said")"
# without either, of all that the defaults name
program=$(realpath "$build/fibsbot")
mkdir -p "$work/here/matches" && cp "$work/a.db" "$work/here/history.db" && cp "$work/disk.conf" "$work/here/matches/a.mat"
(cd "$work/here" && "$program" stats) | disk >"$work/said"
grep -q '^  history.file .*history.db$' "$work/said" && grep -q '^  record.folder .*matches$' "$work/said" || fail "$(cat "$work/said")"

refuses() {
    "$build/fibsbot" stats "$@" 2>"$work/said" >&2 && fail "took $*"
    [ "$(wc -l <"$work/said")" -eq 1 ] || fail "$*: not one line: $(cat "$work/said")"
}
refuses "$work/none.db"
refuses "$work/stats.txt"
# the database of something else is not called a history of an older version
"$build/fibsbot" tourney random baseline --cubeless --games 2 --database "$work/contest.db" >/dev/null 2>&1 || fail "no contest"
refuses "$work/contest.db"
grep -q 'contest.db: another database, which has no table' "$work/said" || fail "a contest: $(cat "$work/said")"
refuses --backup "$work/c.db" "$work/none.db"
refuses --backup "$work/missing/c.db" "$work/a.db"
grep -q 'missing/c.db: cannot be written: No such file' "$work/said" || fail "not told why: $(cat "$work/said")"
refuses --backup "$work" "$work/a.db"
grep -q ': cannot be written: not a regular file' "$work/said" || fail "a folder is the database: $(cat "$work/said")"
refuses --backup "$work/disk.conf" "$work/a.db" # is not replaced
grep -q '^max_size = 5$' "$work/disk.conf" || fail "the backup has replaced another file"
refuses --by colour "$work/a.db"
refuses --since yesterday "$work/a.db"
refuses --list passwords "$work/a.db"
exit 0
