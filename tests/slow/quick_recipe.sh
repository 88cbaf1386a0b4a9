#!/usr/bin/env bash
# weights/recipes/quick.recipe with a thirtieth of its labels: every step is in order, and two runs
# come to the same nets. With all of its labels when FULL is set, then its nets must beat
# the baseline player, and the second run is killed now and then.
set -u
cd "$(dirname "$0")/../.." || exit 1
bot=${BUILD:-build}/fibsbot
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

fail() {
    echo "$*"
    exit 1
}

same_nets() {
    for file in start/small.net start/big.net labels.data deep.data final/small.net final/big.net; do
        cmp "$scratch/one/$file" "$scratch/two/$file" || fail "$file differs"
    done
}

# The result of the match, which is the last step: more than two standard errors ahead.
beats_the_baseline() {
    awk '/^  reduced / { found = 1; exit !($2 > 2 * $4) } END { if (!found) exit 1 }' "$1"
}

# Again and again until it is done, killed after longer and longer times.
run_under_kills() {
    local seconds=20 status
    while timeout -s KILL "$seconds" "$bot" lab recipe weights/recipes/quick.recipe --out "$1" >"$scratch/log" 2>&1; status=$?; [ $status -eq 137 ]; do
        seconds=$((seconds + RANDOM % 40))
    done
    [ $status -eq 0 ] || fail "killed and started again: $(tail -5 "$scratch/log")"
}

if [ -n "${FULL:-}" ]; then
    "$bot" lab recipe weights/recipes/quick.recipe --out "$scratch/one" >"$scratch/log" 2>&1 || fail "$(tail -5 "$scratch/log")"
    beats_the_baseline "$scratch/log" || fail "its nets lose: $(tail -5 "$scratch/log")"
    run_under_kills "$scratch/two"
    same_nets
    exit 0
fi

sed -e 's/300k/10k/g; s/2M/20k/g; s/ 2000$/ 20/' weights/recipes/quick.recipe >"$scratch/quick.recipe"
for run in one two; do
    "$bot" lab recipe "$scratch/quick.recipe" --out "$scratch/$run" >"$scratch/log" 2>&1 || fail "$(tail -5 "$scratch/log")"
done
same_nets
exit 0
