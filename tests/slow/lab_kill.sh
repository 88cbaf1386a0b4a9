#!/usr/bin/env bash
# Every tool of the laboratory that writes, killed with -9 at random moments and started
# again: it comes to the same bytes as a run that was let alone. KILLS: for each tool
# (default 6); RANDOM_SEED repeats a run; TOOL does one alone.
# shellcheck disable=SC2317 # the tools are called by their names
set -u
cd "$(dirname "$0")/../.." || exit 1
bot=${BUILD:-build}/fibsbot
weights=${BUILD:-build}/weights
kills=${KILLS:-6}
RANDOM=${RANDOM_SEED:=$RANDOM}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
    echo "$*; RANDOM_SEED=$RANDOM_SEED"
    failures=$((failures + 1))
}

# run_whole TOOL: how long it $took, in hundredths of a second
run_whole() {
    local begun
    begun=$(date +%s%N)
    "tool_$1" "$scratch/$1/whole" >"$scratch/log" 2>&1 || fail "$1: $(tail -3 "$scratch/log")"
    took=$((($(date +%s%N) - begun) / 10000000))
}

# survives TOOL FILES: tool_TOOL FOLDER writes FILES below it, and goes on when it is
# started again. Some of the kills come in the first moments, when files are begun.
survives() {
    local tool=$1 took wait file status=1 stopped=0
    shift
    [ -z "${TOOL:-}" ] || [ "$TOOL" = "$tool" ] || return 0
    mkdir "$scratch/$tool" "$scratch/$tool/whole" "$scratch/$tool/cut"
    run_whole "$tool"
    for i in $(seq "$kills"); do
        wait=$(((RANDOM * 32768 + RANDOM) % ((took + 1) * (i % 3 == 0 ? 1 : 4) / 8 + 3) + 1))
        deadline=$(printf '%d.%02d' $((wait / 100)) $((wait % 100)))
        (tool_"$tool" "$scratch/$tool/cut") >"$scratch/log" 2>&1
        status=$?
        [ $status -eq 137 ] && stopped=$((stopped + 1))
        [ $status -eq 0 ] || [ $status -eq 137 ] || fail "$tool, killed and started again: $(tail -3 "$scratch/log")"
        [ $status -eq 0 ] && break
    done
    deadline=
    [ $status -eq 0 ] || tool_"$tool" "$scratch/$tool/cut" >"$scratch/log" 2>&1 ||
        fail "$tool goes on: $(tail -3 "$scratch/log")"
    for file in "$@"; do
        cmp "$scratch/$tool/whole/$file" "$scratch/$tool/cut/$file" ||
            fail "$tool: killed $stopped times, $file is another one"
    done
    diff <(cd "$scratch/$tool/whole" && find . | sort) <(cd "$scratch/$tool/cut" && find . | sort) >"$scratch/list" ||
        fail "$tool: other files lie there: $(tr '\n' ' ' <"$scratch/list")"
    echo "$tool: the same after $stopped kills"
}

# lab TOOL ...: killed after $deadline seconds, if that is set
deadline=
lab() { ${deadline:+timeout -s KILL "$deadline"} "$bot" "$@"; }

tool_bearoff() { lab lab bearoff --out "$1"; }
tool_train() {
    local resume=
    [ -e "$1/run/state" ] && resume=--resume
    # shellcheck disable=SC2086
    lab lab train --out "$1/run" --seed 3 --small checkers:relu:16 --big checkers+hand:sigmoid:32-16:men-back \
        --phases small:20k,td:40k,exact:10k --bearoff "$weights" --checkpoint 0.01 --quiet $resume
}
tool_fit() {
    local resume=
    [ -e "$1/run/state" ] && resume=--resume
    # shellcheck disable=SC2086
    lab lab train --out "$1/run" --seed 4 --small checkers:relu:16 --big checkers:relu:32-16:men-back \
        --data "$scratch/selfplay/whole/data" --phases fit:8x --checkpoint 0.01 --quiet $resume
}
tool_selfplay() { lab lab selfplay --out "$1/data" --nets "$weights" --bearoff "$weights" --seed 5 --labels 40k --quiet; }
tool_label() {
    lab lab label --from "$scratch/selfplay/whole/data" --out "$1/data" --nets "$weights" --seed 6 \
        --exact .3 --deep .02 --rollout .01 --quiet
}
tool_match() {
    lab tourney "$weights,net=small" baseline --cubeless --games 200 --seed 7 --save "$1/results" --resume --quiet >"$1/out" || return
    sort -o "$1/results" "$1/results"
    sed -i '/games\/s\|processor time/d' "$1/out"
}
tool_tourney() {
    lab tourney "$weights" "$weights,noise=.1" --weights "$weights" --games 60 --seed 8 --save "$1/results" --resume \
        --record "$1/matches" --quiet >"$1/out" || return
    for file in "$1"/matches/*.mat; do
        file=$(basename "$file")
        # behind day and hour; -2 is a second one of that second
        echo "== ${file:16}" | sed 's/-2\.mat$/.mat/'
        grep -v '; \[Event' "$1/matches/$file"
    done >"$1/games"
    rm -r "$1/matches"
    sort -o "$1/results" "$1/results"
    sed -i '/games\/s\|processor time/d' "$1/out"
}
tool_judge() {
    lab lab evaluate "$weights" "$weights,ply=1" "$scratch/decisions" --save "$1/results" --resume --quiet >"$1/out" || return
    sed -i 's/ [^|]* |$//' "$1/out"
    awk '{$3 = ""; print}' "$1/results" >"$1/said"
    rm "$1/results"
}
tool_rollout() { lab lab rollout "$scratch/ids" --out "$1/rolled" --ply 0 --trials 108 --truncate 5 --quiet; }
tool_filter_study() {
    local resume=
    [ -e "$1/state" ] && resume=--resume
    # shellcheck disable=SC2086
    lab lab filter-study --matches 6 --ply 1 --timed-every 0 --seed 9 --tables "$1/tables" --save "$1/state" $resume
}
tool_race_train() {
    lab lab race-train --out "$1/race.net" --bearoff "$weights" --points 6 --steps 600 --games 200 --far 100
}
tool_recipe() {
    lab lab recipe "$scratch/short.recipe" --out "$1"
}

for id in '-CDBBaBB------a----bbbbcb-:1:-1:1:62' '-b----E-C---eE---c-e----B-:0:0:1:00' \
    '-b----E-C---eE---c-e----B-:0:0:1:31' '-b----E-C---eE---c-e----B-:0:0:1:52'; do
    echo "XGID=$id:0:0:0:0:10"
done >"$scratch/ids"
for _ in $(seq 60); do
    echo '{"candidates": [{"xgid": "XGID=-ABB-CB-----cB----dccBA-b-:0:0:-1:00:0:0:0:0:10", "equity": -0.1, "probs": [0.45, 0.1, 0, 0.12, 0.01]}, {"xgid": "XGID=--BBACB---A-cA----dccBA-b-:0:0:-1:00:0:0:0:0:10", "equity": -0.2, "probs": [0.43, 0.1, 0, 0.12, 0.01]}]}'
done >"$scratch/decisions"
sed -e 's/300k/4k/g; s/2M/10k/g; s/ 2000$/ 20/' weights/recipes/quick.recipe >"$scratch/short.recipe"

survives bearoff bearoff-one-sided.db bearoff-two-sided.db
survives selfplay data
[ -e "$scratch/selfplay" ] || { mkdir -p "$scratch/selfplay/whole" && tool_selfplay "$scratch/selfplay/whole" >"$scratch/log"; }
survives label data
survives train run/small.net run/big.net
survives fit run/small.net run/big.net
survives judge out said
survives match out results
survives tourney out results games
survives rollout rolled
survives race_train race.net
survives filter_study tables
survives recipe start/big.net labels.data deep.data final/small.net final/big.net
[ "$failures" -eq 0 ]
