#!/usr/bin/env bash
# recipes/quick.recipe with a thirtieth of its labels: every step is in order, and two runs
# come to the same nets. With all of its labels when FULL is set, then its nets must beat
# the yardstick.
set -u
cd "$(dirname "$0")/../.." || exit 1
bot=${BUILD:-build}/fibsbot
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

fail() {
    echo "$*"
    exit 1
}

if [ -n "${FULL:-}" ]; then
    "$bot" lab recipe recipes/quick.recipe --out "$scratch/out" >"$scratch/log" 2>&1 || fail "$(tail -5 "$scratch/log")"
    grep -q 'yardstick: +' "$scratch/log" || fail "its nets lose: $(tail -5 "$scratch/log")"
    exit 0
fi

sed -e 's/300k/10k/g; s/2M/20k/g; s/ 2000$/ 20/' recipes/quick.recipe >"$scratch/quick.recipe"
for run in one two; do
    "$bot" lab recipe "$scratch/quick.recipe" --out "$scratch/$run" >"$scratch/log" 2>&1 || fail "$(tail -5 "$scratch/log")"
done
for file in start/big.net labels.data deep.data final/small.net final/big.net; do
    cmp "$scratch/one/$file" "$scratch/two/$file" || fail "$file differs"
done
exit 0
