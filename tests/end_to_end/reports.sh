#!/usr/bin/env bash
# Reports to the byte as release 0.2 wrote them, but for errors of the ratings of robinmatch, which a
# pairing without a loss made too small, and of pairs that all ended alike, which was 0 and is
# none, from its result files and its history: text,
# JSON and CSV of tourneys (matches, money games, a pair without an error, forfeits), the
# schema of its database, tables and lists of stats. The server, which those of stats name last
# since then, is taken off before they are compared.
set -eu
. tests/end_to_end/program_library
kept=tests/data/fixtures/reports path=$(realpath "$bot")
same() { diff "$kept/$1" - >"$folder/diff" || fail "$1 differs: $(head -n 6 "$folder/diff")"; }

cp "$kept"/* "$folder/"
for name in allwon match robin robinmatch faults faultmatch; do
    for format in text json csv; do
        option=--$format
        [ $format = text ] && option=
        # shellcheck disable=SC2086
        (cd "$folder" && "$path" tourney --report $name $option) | same $name.$format
    done
done
"$bot" tourney random baseline --cubeless --games 40 --luck none --quiet --json --save "$folder/now" \
    --database "$folder/now.db" | sed -E 's/"seconds":[0-9.e-]+/"seconds":0/g' | same played.json
same played <"$folder/now"

gunzip -f "$folder/stats.db.gz"
without_server='s/,\s*"server": ?"127.0.0.1"//g; s/,server\n/\n/g; s/,127.0.0.1\n/\n/g'
stats() { TZ=UTC LC_ALL=C "$bot" stats "$@" "$folder/stats.db" | sed -zE "$without_server"; }
keys='--by opponent --by length --by level --by month --by account'
# shellcheck disable=SC2086
{
    stats $keys | same stats.text
    stats $keys --csv | same stats.csv
    stats $keys --json | sed '/"disk"/,$d' | same stats.json
    stats --by opponent --limit 1 | same stats.limit
}
for list in matches games refusals errors connections stuck; do
    for format in '' --csv --json; do stats --list $list $format; done
done | same stats.lists

command -v python3 >/dev/null || exit 0
python3 -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute("select sql from sqlite_master where sql is not null order by name"): print(*row)' \
    "$folder/now.db" | same schema.sql
