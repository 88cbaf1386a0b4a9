#!/usr/bin/env bash
# A recipe from random weights to nets fitted to stored labels: run straight, stopped and
# killed on its way, and on two threads, it comes to the same bytes.
set -u
cd "$(dirname "$0")/../.." || exit 1
bot=$(realpath "${BUILD:-build}")/fibsbot
scratch="$(mktemp -d)/with blanks"
mkdir "$scratch" || exit 1
trap 'rm -rf "${scratch%/*}"' EXIT

fail() {
    echo "$*"
    exit 1
}

# Games that begin near their end: untrained nets take hundreds of plies from the start.
cat >"$scratch/tiny.recipe" <<'RECIPE'
# six steps, one of them over two lines
train    --out $OUT/start --checkpoint 0 --quiet \
         --small checkers:relu:16 --big checkers:sigmoid:16-16 \
         --phases small:.3k,td:.3k,exact:.3k --start-positions race:.6,bearing-off:.4
selfplay --out $OUT/a.data --nets $OUT/start --labels 2k --start-positions race:.6,bearing-off:.4
label    --from $OUT/a.data --out $OUT/b.data --nets $OUT/start --exact .3 --deep .01
train    --out $OUT/final --checkpoint 0 --quiet --data $OUT/a.data --data $OUT/b.data \
         --small checkers:relu:16 --big checkers:sigmoid:32-16 --phases fit:3x --from-big $OUT/start/big.net
evaluate $OUT/final/big.net $OUT/start/big.net tests/data/rollouts.jsonl
tourney  $OUT/final/big.net $OUT/start/big.net --cubeless --games 40 --luck none
RECIPE

recipe() { "$bot" lab recipe "$scratch/tiny.recipe" "$@" >"$scratch/log" 2>&1; }

recipe --out "$scratch/straight" || fail "$(cat "$scratch/log")"
grep -q 'all 6 steps are done' "$scratch/log" || fail "no word of the end: $(cat "$scratch/log")"
grep -q '| exact |' "$scratch/log" || fail "no summary: $(cat "$scratch/log")"

# ---- stopped by the clock, killed outright, then to the end on two threads
recipe --out "$scratch/halting" --minutes 0.0002
[ $? -eq 3 ] || fail "a recipe stopped on its way should give 3: $(cat "$scratch/log")"
for seconds in 0.1 0.3; do
    "$bot" lab recipe "$scratch/tiny.recipe" --out "$scratch/halting" >/dev/null 2>&1 &
    pid=$!
    sleep "$seconds"
    kill -9 "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
done
recipe --out "$scratch/halting" --threads 2 || fail "$(cat "$scratch/log")"
for file in start/small.net start/big.net a.data b.data final/small.net final/big.net; do
    cmp "$scratch/straight/$file" "$scratch/halting/$file" || fail "$file differs"
done
for run in straight halting; do
    # the heading has names, and threads finish in any order
    tail -n +2 "$scratch/$run/step-6.results" | sort -n >"$scratch/$run/games"
done
cmp "$scratch/straight/games" "$scratch/halting/games" || fail "the last contest differs"
"$bot" lab recipe "$scratch/tiny.recipe" --out "$scratch/halting" --list | grep -c '^done' |
    grep -qx 6 || fail "--list should show six steps done"

# ---- datasets tell what is in them, and where they are damaged
"$bot" lab dataset "$scratch/straight/a.data" >"$scratch/log" || fail "a sound dataset was refused"
grep -q 'made by selfplay' "$scratch/log" || fail "$(cat "$scratch/log")"
printf 'X' | dd of="$scratch/straight/a.data" bs=1 seek=400 conv=notrunc 2>/dev/null
"$bot" lab dataset "$scratch/straight/a.data" >/dev/null 2>"$scratch/log" && fail "damage was not seen"
grep -q 'damaged block, at byte 256' "$scratch/log" || fail "$(cat "$scratch/log")"

# ---- the chance to win where gammons count nothing is fitted to games for wins alone
cat >"$scratch/dmp.recipe" <<'RECIPE'
train    --out $OUT/start --checkpoint 0 --quiet \
         --small checkers:relu:16 --big checkers:sigmoid:16-16 --phases small:.2k --start-positions race:.6,bearing-off:.4
selfplay --out $OUT/games.data --nets $OUT/start --dmp --lambda 1 --sibling 0 --labels 1k \
         --start-positions bearing-off:.5,containment:.5
label    --out $OUT/dmp.data --nets $OUT/start --from $OUT/games.data --dmp --exact 0 --rollout .1 --choices 2 --trials 1
dmp      --net $OUT/start/big.net $OUT/games.data $OUT/dmp.data
RECIPE
"$bot" lab recipe "$scratch/dmp.recipe" --out "$scratch/dmp" >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
grep -q '^/\* [0-9]* positions: off by 0[.0-9]*, with these weights 0[.0-9]* \*/$' "$scratch/log" || fail "$(cat "$scratch/log")"
[ "$(grep -c '^{.*F},$' "$scratch/log")" -eq 16 ] || fail "$(cat "$scratch/log")"
"$bot" lab dmp --net "$scratch/dmp/start/big.net" "$scratch/dmp/games.data" "$scratch/dmp/dmp.data" >"$scratch/rows" ||
    fail "the same fit again"
cmp <(grep '^[/{]' "$scratch/log" | grep -A 16 ' positions: off by ') "$scratch/rows" || fail "the same data have another fit"
shape() { sed -n 's/-\{0,1\}[0-9]*\.[0-9]\{4\}F/W/gp' "$1"; }
cmp <(shape "$scratch/rows") <(shape engine/eval/dmp_weights.inc) || fail "its rows are not those of dmp_weights.inc"
for data in games dmp; do
    "$bot" lab dataset "$scratch/dmp/$data.data" | grep -q ' dmp ' || fail "$data.data does not say how it was played"
done
"$bot" lab dmp --net "$scratch/dmp/start/big.net" "$scratch/straight/a.data" 2>"$scratch/log" && fail "damage was not seen"
grep -q 'damaged block' "$scratch/log" || fail "$(cat "$scratch/log")"

# ---- an option and its value may be one word
sed -n '2,4s/--out /--out=/p;3,4p' "$scratch/tiny.recipe" >"$scratch/short.recipe"
short() { "$bot" lab recipe "$scratch/short.recipe" --out "$scratch/short" "$@" >"$scratch/log" 2>&1; }
short --minutes 0.0002
[ $? -eq 3 ] && [ -e "$scratch/short/start/state" ] || fail "it did not stop on its way: $(cat "$scratch/log")"
short || fail "the run of --out=FOLDER does not go on: $(cat "$scratch/log")"
cmp "$scratch/straight/start/big.net" "$scratch/short/start/big.net" || fail "it goes on to another net"

# ---- results that a step saves itself are gone on with, too; what is done must be readable
cat >"$scratch/saves.recipe" <<'RECIPE'
tourney straight/final/big.net straight/start/big.net --cubeless --games 2000 --luck none --save=$OUT/own.results
RECIPE
saves() { (cd "$scratch" && "$bot" lab recipe saves.recipe --out saves "$@" >log 2>&1); }
saves --minutes 0.0002
[ $? -eq 3 ] || fail "it did not stop on its way: $(cat "$scratch/log")"
saves || fail "results of --save=FILE are not gone on with: $(cat "$scratch/log")"
rm "$scratch/saves/recipe.done" && ln -s recipe.done "$scratch/saves/recipe.done"
saves && fail "steps were run that may be done: $(cat "$scratch/log")"

# ---- notes of datasets differ where the games do
play() { "$bot" lab selfplay --nets "$scratch/straight/start" --labels 100 --quiet "$@" >"$scratch/log" 2>&1; }
most=bearing-off:.1,odd:.00001,stray:.00001,back-game:.00001,men-back:.00001,containment:.00001,long-race:.00001
many() { play --out "$scratch/note.data" --leaves .00123 --explore .00123 --pairs --start-positions "$most,race:$1"; }
{ many .7 && many .7; } || fail "$(cat "$scratch/log")"
many .6 && fail "other games were added"
play --out "$scratch/round.data" --start-positions race:1 || fail "$(cat "$scratch/log")"
play --out "$scratch/round.data" --start-positions race:1 --lambda .8501 && fail "another lambda was added"
play --out "$scratch/td.data" --targets td --choices 3 && fail "games by returns make no choices"
grep -q 'for --targets exact' "$scratch/log" || fail "$(cat "$scratch/log")"
play --out "$scratch/huge.data" --labels 999999999999999M && fail "so many labels cannot be counted"
grep -q 'expected a count' "$scratch/log" || fail "$(cat "$scratch/log")"

# ---- a summary that cannot be written is told, and the nets are there
"$bot" lab train --out "$scratch/full" --small checkers:relu:16 --big checkers:sigmoid:16-16 --phases small:.1k \
    --start-positions race:1 --quiet >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
blocks=$(($(stat -c %s "$scratch/full/state") / 1024 + 9))
head -c "$((blocks * 1024 - $(stat -c %s "$scratch/full/summary.md")))" /dev/zero | tr '\0' '\n' >>"$scratch/full/summary.md"
(ulimit -f "$blocks" && exec "$bot" lab train --out "$scratch/full" --small checkers:relu:16 --big checkers:sigmoid:16-16 \
    --phases small:.1k,td:.1k --start-positions race:1 --quiet --resume >/dev/null 2>"$scratch/log")
[ $? -eq 75 ] && grep -q 'summary.md: File too large' "$scratch/log" || fail "the summary was lost: $(cat "$scratch/log")"

# ---- a dataset of chosen classes says all their names
classes=race,bearing-off,back-game,men-back,bar,containment,prime-v-prime,holding,mutual-holding
"$bot" lab label --from "$scratch/straight/b.data" --out "$scratch/chosen.data" --nets "$scratch/straight/start" \
    --kept 1 --only "$classes" --quiet >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
"$bot" lab dataset "$scratch/chosen.data" | grep -q " only $classes\$" || fail "$("$bot" lab dataset "$scratch/chosen.data")"

# ---- nor is one gone on with by another share
label_share() {
    "$bot" lab label --from "$scratch/straight/b.data" --out "$scratch/share.data" --nets "$scratch/straight/start" \
        --kept "$1" --quiet >"$scratch/log" 2>&1
}
label_share .33333 || fail "$(cat "$scratch/log")"
label_share .33334 && fail "another share was mixed in"
grep -q 'made otherwise, by label b.data .* kept 0.33333 ' "$scratch/log" || fail "$(cat "$scratch/log")"

# ---- nor do games begin where a dataset was to be learnt
"$bot" lab train --out "$scratch/games" --data "$scratch/straight/b.data" --phases small:.1k --start-positions race:1 2>"$scratch/log" &&
    fail "the dataset was not learnt"
grep -q 'data is for phases of fit' "$scratch/log" || fail "$(cat "$scratch/log")"

# ---- a run is not begun over another by mistake
"$bot" lab train --out "$scratch/halting/start" --phases small:1k 2>"$scratch/log" && fail "a run was lost"
grep -q 'resume' "$scratch/log" || fail "$(cat "$scratch/log")"

# ---- nor beside another one, nor gone on with by other data
mkdir "$scratch/shared" && echo other >"$scratch/shared/summary.md"
flock "$scratch/shared/summary.md" "$bot" lab train --out "$scratch/shared" --phases small:.1k --start-positions race:1 \
    --quiet >"$scratch/log" 2>&1 && fail "two runs share a folder"
grep -q 'summary.md: another program is writing it$' "$scratch/log" || fail "$(cat "$scratch/log")"
grep -qx other "$scratch/shared/summary.md" || fail "the summary of the other run is lost"
"$bot" lab train --out "$scratch/halting/final" --resume --quiet --data "$scratch/straight/b.data" \
    --small checkers:relu:16 --big checkers:sigmoid:32-16 --phases fit:3x,fit:1x 2>"$scratch/log" && fail "other data were mixed in"
grep -q 'final/state: --data is not that of the run so far$' "$scratch/log" || fail "$(cat "$scratch/log")"

# ---- the speed of learning is told; it takes its time, so only where speed is looked at
case $(basename "${BUILD:-build}") in build | build-alignment)
    "$bot" bench --learner --threads 2 >"$scratch/log" || fail "the learner cannot be timed"
    grep -q '^learner [0-9.]* thousand samples/s a core' "$scratch/log" || fail "$(cat "$scratch/log")"
    grep -q '^2 threads: [0-9.]* times' "$scratch/log" || fail "$(cat "$scratch/log")"
    ;;
esac

# ---- what cannot be run is refused with its place
echo 'bake --out x' >"$scratch/bad.recipe"
"$bot" lab recipe "$scratch/bad.recipe" --out "$scratch/bad" 2>"$scratch/log" && fail "bake is no tool"
grep -q 'step 1: "bake"' "$scratch/log" || fail "$(cat "$scratch/log")"
sed 's/deep .01/deep .02/' "$scratch/tiny.recipe" >"$scratch/other.recipe"
"$bot" lab recipe "$scratch/other.recipe" --out "$scratch/halting" 2>"$scratch/log" && fail "other steps were run there"
grep -q 'step 3 differs from the one that was run' "$scratch/log" || fail "$(cat "$scratch/log")"
exit 0
