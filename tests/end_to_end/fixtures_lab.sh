#!/usr/bin/env bash
# Files of the laboratory that an earlier version wrote (tests/data/fixtures/README.md):
# today's program reads each of them, and goes on with each that was stopped to the
# same result that the earlier version came to.
set -u
cd "$(dirname "$0")/../.." || exit 1
weights=$PWD/build/weights # a sanitizer build uses them, too
bot=$(cd "${BUILD:-build}" && pwd)/fibsbot
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cp -R tests/data/fixtures/lab/. "$folder" && chmod -R u+w "$folder" && cd "$folder" || exit 1
export FIBSBOT_WEIGHTS=nets

fail() { echo "$*"; exit 1; }

# same NAME FILTER WRITTEN NOW: equal behind the filter
same() {
    diff <("$2" <"$3") <("$2" <"$4") >difference ||
        fail "$1: not what the earlier version wrote: $(head -n 6 difference)"
}

# What two versions share: no processor times, no speeds, no fields that came later, nor one
# that compared with the rollouts where the first evaluator's values were meant.
timeless() {
    sed -E '/processor time|games\/s|^  \+-: |  Elo .* or (more|less)/d; s/"ms":[0-9.e+-]*//g
        s/("by_first":\{[^}]*),"output_rmse":[^]]*\]/\1/g
        s/"(sibling_noise_out|sibling_noise_out_error|bias_error)":[0-9.e+-]*,//g
        s/,"(holding|mutual holding|containment|prime v\. prime)":\{[^}]*\}//g'
}

# A state is read: when it is damaged, the command is refused.
# refused FILE COMMAND...
refused() {
    local file=$1
    shift
    printf 'X' | dd of="$file" bs=1 seek=$(($(wc -c <"$file") / 2)) conv=notrunc 2>now
    "$bot" "$@" >now 2>&1 && fail "damage of $file is not seen"
    grep -q "${file##*/}" now || fail "$file: not told what is wrong: $(cat now)"
}

# ---- weights: nets, a net of races, the folder
"$bot" weights verify nets >said 2>&1 || fail "weights: $(cat said)"
cp -R nets races
ln -s "$weights/bearoff-one-sided.db" races
echo 'bearoff1 bearoff-one-sided.db' >>races/weights.txt
# value NET WEIGHTS POSITION WIN
value() {
    "$bot" analyse --weights "$2" --json --ply 0 "$3:0:0:1:00:0:0:0:0:10" >now 2>&1 || fail "$1: $(cat now)"
    grep -q "\"win\":$4" now || fail "$1 judges otherwise, not $4: $(cat now)"
}
value 'the big net' nets 'XGID=-b----E-C---eE---c-e----B-' 0.50917
value 'the net of races' races 'XGID=----BCC-C-B-Bb-b-c-ccb----' 0.57304
"$bot" tourney nets/small.net random --cubeless --games 20 --luck none --quiet >said || fail 'the small net alone'
grep -q 'plain    +2.8000 +- 0.1528 ' said || fail "the small net plays otherwise: $(cat said)"
refused races/race.net analyse --weights races --ply 0 XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10

# ---- training goes on; every sum of floats on the way makes the nets what they are
mkdir run
gzip -dc run-state.gz >run/state
# shellcheck disable=SC2054 # the commas are of values
train=(lab train --out run --checkpoint 0 --quiet --small checkers:relu:16 --big checkers:sigmoid:16-16 \
    --phases small:.3k,td:.3k,exact:.3k --start-positions race:.6,bearing-off:.4 --seed 7 --resume)
"$bot" "${train[@]}" >said 2>&1 || fail "training does not go on: $(cat said)"
rows() { grep -E '^\| [0-9]'; }
same 'lab train' rows run-whole/summary.md run/summary.md
for net in small big; do
    same "lab train, $net.net" cat run-whole/$net.net run/$net.net
done
gzip -dc run-state.gz >run/state
refused run/state "${train[@]}"

# ---- a recipe after one of its four steps; datasets told, labelled, played on
"$bot" lab dataset recipe/a.data recipe-whole/b.data >said || fail "a dataset is refused"
same 'lab dataset' cat datasets.said said
# The steps that are still to be done, in the words of today
sed -i 's/^judge /evaluate /; s/^match \(.*\) 20 /tourney \1 --cubeless --games 20 /' tiny.recipe recipe-whole/recipe.done
"$bot" lab recipe tiny.recipe --out recipe --list >said || fail "recipe --list fails"
[ "$(grep -c '^done' said)" -eq 1 ] || fail "one step should be done: $(cat said)"
"$bot" lab recipe tiny.recipe --out recipe >said 2>&1 || fail "the recipe does not go on: $(cat said)"
for file in b.data recipe.done step-4.results; do
    same "lab recipe, $file" cat "recipe-whole/$file" "recipe/$file"
done
untimed() { cut -d' ' -f1,2,4-; }
same 'lab recipe, the judge' untimed recipe-whole/step-3.results recipe/step-3.results
"$bot" lab selfplay --out recipe/a.data --nets nets --labels 1.2k --seed 2 --start-positions race:.6,bearing-off:.4 \
    --quiet >said 2>&1 || fail "selfplay does not go on: $(cat said)"
sha256sum <recipe/a.data >said
same 'lab selfplay' cat longer.sha256 said
# The table has what is in the dataset, also where nothing was left to do.
for command in 'selfplay --out recipe/a.data --labels 1.2k --seed 2 --start-positions race:.6,bearing-off:.4' \
    'label --from recipe/a.data --out part.data --kept 1 --only bearing-off'; do
    data=$([ "${command%% *}" = label ] && echo part.data || echo recipe/a.data)
    for _ in 1 2; do
        # shellcheck disable=SC2086
        "$bot" lab $command --nets nets --quiet >said 2>&1 || fail "$command: $(cat said)"
        "$bot" lab dataset "$data" >now || fail "$data: $(cat now)"
        samples=$(sed -n "s|^$data: \([0-9]*\) samples.*|\1|p" now)
        grep -q "^| [0-9.]* | [0-9]* | $samples | " said || fail "$command: not $samples samples: $(cat said)"
    done
done
refused recipe/a.data lab dataset recipe/a.data

# ---- result files of contests and studies
# goes_on NAME CHANGE COMMAND...: from NAME.half to NAME.whole, with the tables of
# NAME.said; to others when the half's figures are changed by sed, so they are what counts
goes_on() {
    local name=$1 change=$2 suffix half
    shift 2
    half=$(ls "$name".half*)
    mkdir changed
    # shellcheck disable=SC2086 # several files
    cp $half changed
    "$bot" "$@" --quiet --save "$name.half" --resume >said 2>now || fail "$name does not go on: $(cat now)"
    same "$name: tables" timeless "$name.said" said
    for suffix in "" .expert .expert-master .master; do
        [ ! -e "$name.whole$suffix" ] || same "$name$suffix" "${filter:-cat}" "$name.whole$suffix" "$name.half$suffix"
    done
    sed -i -E "$change" changed/*
    "$bot" "$@" --quiet --save "changed/$name.half" --resume >now 2>&1 || fail "$name, changed: $(cat now)"
    diff <(timeless <said) <(timeless <now) >difference && fail "$name: the file is not what counts"
    rm -r changed
}
pair='s/^0 [^ ]+ [^ ]+ /0 0.5 .75 /'
goes_on tourney-match "$pair" tourney nets,ply=0 nets,ply=0,noise=.2 --length 3 --luck small --seed 3 --games 20
goes_on tourney-money "$pair" tourney nets,ply=0,cube=0 nets,net=small --jacoby --luck none --games 20
sed -i 's/yardstick v\./baseline v./' match.said # today's name of the player; the file keeps the former one
goes_on match "$pair" tourney baseline nets/big.net --cubeless --luck big --games 20
goes_on filter-study 's/^cube ([0-9]+) 0/cube \1 5/' lab filter-study --ply 1 --timed-every 0 --weights nets \
    --filter gnubg-normal --filter 12/.24 --given-alone --seed 4 --matches 2
goes_on levels 's/^1 ([0-9]+) ([0-9]+) [^ ]+ /1 \1 \2 9.5 /' lab levels --level expert --level master \
    --reference-ply 1 --games 4 --weights nets --matches 2
# The digest of an evaluator without a record is today's; one with a record keeps its own.
undigested() { cut -d' ' -f2,4-; }
filter=undigested goes_on judge 's/ 0\.[0-9]+ / 0.25 /' lab evaluate nets/big.net nets,ply=1 decisions.jsonl --json
head -n 5 judge.whole >judge.half
filter=untimed goes_on judge 's/ 0\.[0-9]+ / 0.25 /' lab evaluate nets/big.net nets,ply=1 decisions.jsonl --json

# ---- rollouts
opening='XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'
"$bot" analyse --ply 0 --rollout --trials 108 --truncate 3 --json --state rollout.state "$opening" >said ||
    fail "a rollout does not go on"
same 'analyse --rollout --state' cat rollout.said said
refused rollout.state analyse --ply 0 --rollout --trials 144 --truncate 3 --state rollout.state "$opening"
many() { "$bot" lab rollout ids --ply 0 --trials 1296 --truncate 3 --quiet --out rollouts.half "$@" 2>said; }
cp rollouts.half done.half
trials() { sed -n 's/^trials \([0-9]*\) .*/\1/p' rollouts.half.state; }
# Another filter at 0-ply has other candidates of the third decision rolled out than the
# earlier version had, so that one begins anew. Stopped after a few trials it goes on with
# them, so that the shortest run ends with no fewer.
time=1 # millionths of a minute; how many a few trials take, the machine decides
while
    many --minutes "$(printf '0.%06d' "$time")" && fail 'lab rollout is not stopped'
    [ "$(trials)" -lt 8 ]
do
    time=$((time + time / 4 + 1))
done
trials=$(trials)
many --minutes 0.000001 && fail 'lab rollout is not stopped again'
[ "$(trials)" -ge "$trials" ] || fail "a rollout under way has begun anew: $(trials) trials, $trials were done"
cmp -s rollouts.half done.half || fail 'a decision that was done is not kept'
many || fail "lab rollout does not go on: $(cat said)"
former() { sed 's/"search":"[^"]*",//'; } # it had no such member
same 'lab rollout' former rollouts.whole rollouts.half
echo "files of the laboratory: read and gone on with"
