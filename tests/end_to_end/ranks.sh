#!/usr/bin/env bash
# fibsbot-mpi: any number of ranks and the plain program write the same results, a killed
# rank ends the run, which goes on to the same results. ranks_end.sh has what ends a run.
set -eu
. tests/end_to_end/ranks_library
ranks() { mpirun --oversubscribe -n "$1" "$BUILD/fibsbot-mpi" "${@:2}"; }
same() { cmp <(sort "$1") <(sort "$2") || fail "$3: the results differ"; }

# kill_a_rank FILE LINES WHAT COMMAND...: kills one of three ranks once FILE has more than
# LINES lines; WHAT is made by COMMAND, which ends with a failure
kill_a_rank() {
    mpirun --oversubscribe -n 3 "$BUILD/fibsbot-mpi" "${@:4}" >"$folder/out" 2>"$folder/err" &
    local run=$! status=0 lines=()
    until [ ${#lines[@]} -gt "$2" ]; do
        [ ! -e "$1" ] || mapfile -t lines <"$1"
        kill -0 "$run" 2>/dev/null || fail "$3 ended without a kill: $(cat "$folder/err")"
        sleep 0.02
    done
    kill -KILL "$(pgrep -P "$run" | tail -n 1)"
    wait "$run" || status=$?
    [ "$status" != 0 ] || fail "a killed rank of $3 is no failure"
}

match=(tourney fibsbot,ply=0 fibsbot,ply=0,noise=.2 --length 3 --luck none --games 24 --quiet)
"$bot" "${match[@]}" --save "$folder/plain" --database "$folder/plain.sqlite" >"$folder/plain.out"
for n in 1 2 4; do
    ranks $n "${match[@]}" --save "$folder/$n" --database "$folder/$n.sqlite" --threads $((n == 2 ? 2 : 1)) \
        >"$folder/$n.out" 2>"$folder/err" || fail "$n ranks: $(cat "$folder/err")"
    same "$folder/plain" "$folder/$n" "$n ranks"
    diff <(sed -n 1,4p "$folder/plain.out") <(sed -n 1,4p "$folder/$n.out") || fail "$n ranks report otherwise"
    [ "$(grep -c 'in pairs with the same dice' "$folder/$n.out")" = 1 ] || fail "more than rank 0 prints"
done
grep -q 'rank 0: .* ms of processor time a unit' "$folder/4.out" || fail "no cost of a unit: $(cat "$folder/4.out")"
if command -v python3 >/dev/null; then
    query() { python3 -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute("select pair, half, number, score_a, score_b, points, cube, turns from games order by 1, 2, 3"): print(*row)' "$1"; }
    cmp <(query "$folder/plain.sqlite") <(query "$folder/4.sqlite") || fail "the games in the databases differ"
fi

# A round robin, and faults of an engine on whatever rank it runs.
if command -v python3 >/dev/null; then
    three=(tourney random baseline "ubgi,command=python3 -S tests/tools/ubgi_engine.py +exit,name=leaver" --round-robin --cubeless
        --luck none --games 4 --quiet)
    ranks 3 "${three[@]}" --save "$folder/three" >"$folder/out" 2>"$folder/err" || fail "round robin: $(cat "$folder/err")"
    [ "$(grep -c 'leaver failed (fault 3)' "$folder/err")" = 4 ] || fail "faults are not told: $(cat "$folder/err")"
    "$bot" "${three[@]}" --save "$folder/one" >"$folder/out" 2>"$folder/err"
    for match_of in 1-2 1-3 2-3; do
        same "$folder/one.$match_of" "$folder/three.$match_of" "round robin $match_of"
    done
fi

# A killed rank ends the run; it goes on to the same results.
long=(tourney random random,name=twin --cubeless --luck none --games 2000 --quiet)
"$bot" "${long[@]}" --save "$folder/whole" >"$folder/out"
slow=(tourney random random,name=twin --cubeless --luck none --games 4000000 --quiet)
kill_a_rank "$folder/killed" 50 matches "${slow[@]}" --save "$folder/killed"
ranks 2 "${long[@]}" --save "$folder/killed" --resume >"$folder/out" 2>"$folder/err" || fail "it does not go on: $(cat "$folder/err")"
cmp <(sort "$folder/whole") <(awk '$1 == "fibsbot-contest" || $1 + 0 < 1000' "$folder/killed" | sort) ||
    fail "it goes on to other results"

# Self-play: the same bytes, also when it stops in between.
selfplay() {
    "${@:3}" lab selfplay --nets "$FIBSBOT_WEIGHTS" --labels "$2" --out "$folder/$1.data" --quiet >"$folder/out" 2>"$folder/err" ||
        fail "selfplay $1: $(cat "$folder/err")"
}
selfplay plain 6000 "$bot"
selfplay parts 3000 ranks 3
[ "$(wc -c <"$folder/parts.data")" -lt "$(wc -c <"$folder/plain.data")" ] || fail "self-play has not stopped in between"
selfplay parts 6000 ranks 2
cmp "$folder/plain.data" "$folder/parts.data" || fail "self-play differs on 3 and then 2 ranks"

# Labels.
label() {
    "${@:3}" lab label --nets "$FIBSBOT_WEIGHTS" --from "$folder/plain.data" --deep .004 --rollout .004 --exact .05 --out "$folder/$1.labels" \
        --threads "$2" --quiet >"$folder/out" 2>"$folder/err" || fail "label $1: $(cat "$folder/err")"
}
label plain 1 "$bot"
label threads 3 "$bot"
label ranks 2 ranks 3
for parts in threads ranks; do
    cmp "$folder/plain.labels" "$folder/$parts.labels" || fail "labels differ: $parts"
done

# Rollouts: the same file, also with other numbers of threads, and after a killed rank.
opening() { for dice in 31 42 53 61 65 64 63 62 21 41 51 43 32 52 54; do echo "XGID=-b----E-C---eE---c-e----B-:0:0:1:$dice:0:0:0:0:10"; done; }
{
    echo 'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10'
    echo
    for _ in 1 2 3 4; do opening; done
} >"$folder/decisions"
sed 9q "$folder/decisions" >"$folder/few"
roll() { "${@:3}" lab rollout "$folder/$1" --ply 0 --trials 36 --truncate 3 --out "$folder/$2.jsonl" ${ROLL:-} --quiet; }
roll decisions whole "$bot"
for n in 1 2 4; do
    ROLL="--threads $((n == 2 ? 2 : 1))" roll few "few.$n" ranks $n 2>"$folder/err" || fail "rollouts on $n ranks: $(cat "$folder/err")"
    cmp <(head -n 8 "$folder/whole.jsonl") "$folder/few.$n.jsonl" || fail "rollouts differ on $n ranks"
done
kill_a_rank "$folder/part.jsonl" 2 rollouts \
    lab rollout "$folder/decisions" --ply 0 --trials 36 --truncate 3 --out "$folder/part.jsonl"
cmp -s "$folder/whole.jsonl" "$folder/part.jsonl" && fail "the rollouts were all made before the kill"
roll decisions part ranks 2 2>"$folder/err" || fail "the rollouts do not go on: $(cat "$folder/err")"
cmp "$folder/whole.jsonl" "$folder/part.jsonl" || fail "the rollouts go on to another file"
{ sed 1d "$folder/whole.jsonl" && sed 1q "$folder/whole.jsonl"; } >"$folder/mixed.jsonl"
roll decisions mixed "$bot"
cmp "$folder/whole.jsonl" "$folder/mixed.jsonl" || fail "the plain program leaves results out of order"

# Ranks with other numbers of threads; what plays nothing is done once.
short=(tourney random random,name=twin --cubeless --luck none --games 40 --quiet)
mpirun --oversubscribe -n 1 "$BUILD/fibsbot-mpi" "${short[@]}" --save "$folder/uneven" --threads 1 : \
    -n 1 "$BUILD/fibsbot-mpi" "${short[@]}" --save "$folder/uneven" --threads 3 >"$folder/out" 2>"$folder/err" || fail "uneven: $(cat "$folder/err")"
"$bot" "${short[@]}" --save "$folder/even" >"$folder/out"
same "$folder/even" "$folder/uneven" "ranks with other numbers of threads"
ranks 2 tourney --report "$folder/even" >"$folder/out" 2>"$folder/err" || fail "report: $(cat "$folder/err")"
"$bot" tourney --report "$folder/even" | cmp - "$folder/out" || fail "a report of ranks differs"
