#!/usr/bin/env bash
# The gate for new nets passes better ones and fails worse ones; both stand in the log of trials. The
# sets are the first lines of those that gate real nets. All nets are small, to be done soon.
set -u
cd "$(dirname "$0")/../.." || exit 1
command -v python3 >/dev/null || exit 77
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
fail() { echo "$*"; exit 1; }

nets=tests/data/fixtures/lab/nets
export FIBSBOT_WEIGHTS=$PWD/$nets # which take out the luck
mkdir "$folder/sets"
for some in worse better; do cp -r $nets "$folder/$some" && sed -i 's/^big .*/big small.net/' "$folder/$some/weights.txt"; done
cp build/weights/small-*.net "$folder/better/small.net"
for set in reference-plays plays back-games reference-cubes cubes score-cubes; do
    head -n 4 weights/recipes/sets/$set.jsonl >"$folder/sets/$set.jsonl"
done
gate() { # STATUS NEW OLD OUT: what is said is in $folder/said
    local status=0
    scripts/gate-nets "$2" "$3" "$folder/$4" --build "${BUILD:-build}" --sets "$folder/sets" --games 40 --sprt 0:.3 \
        --log "$folder/log" --note 'a trial' >"$folder/said" 2>&1 || status=$?
    [ "$status" -eq "$1" ] || fail "$2 against $3: status $status: $(cat "$folder/said")"
}
gate 1 "$folder/worse" $nets one
grep -q '^| games at 0-ply, .*: low | FAIL |$' "$folder/said" || fail "no defeat: $(cat "$folder/said")"
grep -q '^| worse | a trial | -.* | failed: games at 0-ply' "$folder/log" || fail "the log: $(cat "$folder/log")"
gate 0 "$folder/better" "$folder/worse" two
[ "$(grep -c '| pass |$' "$folder/said")" -eq 14 ] || fail "not fourteen passed: $(cat "$folder/said")"
tail -n 1 "$folder/log" | grep -q '| passed |$' || fail "the log: $(cat "$folder/log")"

rm "$folder/sets/cubes.jsonl"
gate 2 "$folder/better" "$folder/worse" two # a set that is not there is no pass
