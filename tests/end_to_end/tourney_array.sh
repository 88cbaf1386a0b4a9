#!/usr/bin/env bash
# A contest in pieces on machines that are lost: killed workers cost the piece that they play, and
# the bytes of the whole are those of one run. Machines and Slurm are stand-ins.
set -eu
. tests/end_to_end/program_library
export FIBSBOT=$PWD/$bot
array() { scripts/tourney-array "$@"; }
rules=(random baseline fibsbot,ply=0 --gauntlet --cubeless --luck none --seed 4)

"$bot" tourney "${rules[@]}" --quiet --games 120 --save "$folder/whole" >/dev/null
is_whole() {
    for match in 1-2 1-3; do
        cmp <(head -n 1 "$folder/whole.$match"; tail -n +2 "$folder/whole.$match" | sort -n) "$1/result.$match" ||
            fail "$1: match $match differs from one run"
    done
}

# A machine is a folder; `lost` falls over in its second piece, and never comes back.
cat >"$folder/ssh" <<'END'
#!/usr/bin/env bash
home=$(dirname "$0")/$1
mkdir -p "$home"
[ ! -e "$home/is-down" ] || { echo "no route to $1" >&2; exit 255; }
echo >>"$home/pieces"
case $1 in
other) HOME=$home exec bash -c "${2//--seed 4/--seed 5}" ;;
greets) echo "Welcome to greets"; HOME=$home exec bash -c "$2" ;;
cut) HOME=$home bash -c "$2" | head -c 3000; exit ;;
esac
if [ "$1" = lost ] && [ "$(wc -l <"$home/pieces")" = 2 ]; then
    touch "$home/is-down"
    HOME=$home setsid timeout -s KILL .01 bash -c "$2"
    exit 255
fi
# the others wait with their second piece until it has happened
[ "$(wc -l <"$home/pieces")" -lt 2 ] || for _ in $(seq 6000); do
    [ ! -e "$home/../lost/is-down" ] || break
    sleep .05
done
HOME=$home exec bash -c "$2"
END
chmod +x "$folder/ssh"
export SSH=$folder/ssh
array new "$folder/by-ssh" 60 7 "${rules[@]}"
[ "$(array missing "$folder/by-ssh" | paste -sd ' ')" = '0 1 2 3 4 5 6 7 8' ] || fail "nine pieces were expected"
array ssh "$folder/by-ssh" one lost two >"$folder/out" 2>"$folder/err" || fail "ssh: $(cat "$folder/out" "$folder/err")"
grep -q 'lost has failed with piece' "$folder/err" || fail "the loss is not told: $(cat "$folder/err")"
is_whole "$folder/by-ssh"

# All machines are lost: what is there is joined, and the rest is named.
array new "$folder/lost-all" 60 7 "${rules[@]}"
rm -f "$folder/lost/is-down" "$folder/lost/pieces"
status=0
array ssh "$folder/lost-all" lost >"$folder/out" 2>"$folder/err" || status=$?
grep -q 'lost gets no more pieces' "$folder/err" || fail "a lost machine is asked on and on: $(cat "$folder/err")"
[ "$status" = 3 ] && grep -q 'result.1-2: 7 pairs; missing: 7-59$' "$folder/out" || fail "status $status: $(cat "$folder/out")"
array ssh "$folder/lost-all" one two >"$folder/out" 2>"$folder/err" || fail "gone on with: $(cat "$folder/err")"
is_whole "$folder/lost-all"

# What a host sends is looked at: one of other conditions, or of a part of the piece, spoils nothing.
array new "$folder/spoilt" 60 20 "${rules[@]}"
array piece "$folder/spoilt" 0
array ssh "$folder/spoilt" other greets cut >"$folder/out" 2>"$folder/err" && fail "all is there"
for told in 'other has failed with piece . (.*under the same conditions.*seed=4.*found .*seed=5' \
    'greets has failed with piece . (it has sent no whole archive: "Welcome to greets")' \
    'cut has failed with piece . (it has sent no whole archive: "'; do
    grep -q "$told" "$folder/err" || fail "no '$told' in $(cat "$folder/err")"
done
[ "$(array missing "$folder/spoilt" | paste -sd ' ')" = '1 2' ] || fail "taken from them: $(ls "$folder/spoilt")"
array ssh "$folder/spoilt" one >"$folder/out" 2>"$folder/err" || fail "after them: $(cat "$folder/out" "$folder/err")"
is_whole "$folder/spoilt"

# Slurm: an array job of which tasks are killed; what is missing is submitted again.
mkdir "$folder/bin"
cat >"$folder/bin/sbatch" <<'END'
#!/usr/bin/env bash
for word; do
    case $word in --array=*) tasks=${word#*=} ;; esac
done
for task in ${tasks//,/ }; do
    if [ "$task" = 2 ] && [ ! -e "$0.killed" ]; then
        touch "$0.killed"
        SLURM_ARRAY_TASK_ID=$task timeout -s KILL .01 bash -c "${*: -1}" || true
    else
        SLURM_ARRAY_TASK_ID=$task bash -c "${*: -1}"
    fi
done
END
chmod +x "$folder/bin/sbatch"
array new "$folder/by-slurm" 60 20 "${rules[@]}"
PATH=$folder/bin:$PATH array slurm "$folder/by-slurm" --time=1:00:00
status=0
array merge "$folder/by-slurm" >"$folder/out" || status=$?
if [ "$status" = 3 ]; then
    grep -q 'missing: ' "$folder/out" || fail "not told: $(cat "$folder/out")"
    [ "$(array missing "$folder/by-slurm")" = 2 ] || fail "another piece is missing: $(array missing "$folder/by-slurm")"
    PATH=$folder/bin:$PATH array slurm "$folder/by-slurm"
    array merge "$folder/by-slurm" >"$folder/out" || fail "merge: $(cat "$folder/out")"
fi
is_whole "$folder/by-slurm"
PATH=$folder/bin:$PATH array slurm "$folder/by-slurm" 2>"$folder/err"
grep -q 'nothing is missing' "$folder/err" || fail "submitted once more"

for wrong in "new $folder/by-ssh 5 5 random" "piece $folder/by-ssh 9" "merge /nowhere" "nonsense $folder/by-ssh"; do
    # shellcheck disable=SC2086 # words
    array $wrong >/dev/null 2>&1 && fail "taken: $wrong"
done
exit 0
