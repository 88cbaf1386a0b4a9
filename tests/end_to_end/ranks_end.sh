#!/usr/bin/env bash
# fibsbot-mpi: a rank that cannot do its part, or is not like the others, ends the run with
# a word and a status other than 0; nothing hangs.
set -eu
. tests/end_to_end/ranks_library
for dice in 31 42 53 61; do echo "XGID=-b----E-C---eE---c-e----B-:0:0:1:$dice:0:0:0:0:10"; done >"$folder/few"
cat "$folder/few" "$folder/few" "$folder/few" >"$folder/decisions"

# What ends a run, and the word for it: RANKS... WORD
ends() {
    status=0
    timeout 300 mpirun --oversubscribe "${@:1:$#-1}" >"$folder/out" 2>"$folder/err" || status=$?
    [ "$status" != 0 ] && [ "$status" != 124 ] && grep -q "${!#}" "$folder/err" ||
        fail "expected \"${!#}\": $status $(cat "$folder/err")"
}
short=(tourney random random,name=twin --cubeless --luck none --games 40 --quiet)
roomless() { # a rank whose stacks are too large for all threads
    echo "ulimit -s 8000000 && ulimit -v 50000000 && exec $BUILD/fibsbot-mpi ${short[*]} --threads 12"
}
if (eval "$(roomless | sed 's/exec.*/true/')") 2>/dev/null; then
    ends -n 1 "$BUILD/fibsbot-mpi" "${short[@]}" : -n 1 bash -c "$(roomless)" '12 threads cannot be started'
    grep -q 'rank 1 of 2 on .* ends the run' "$folder/err" || fail "which rank it was is not told: $(cat "$folder/err")"
    ends -n 1 bash -c "$(roomless)" : -n 1 "$BUILD/fibsbot-mpi" "${short[@]}" '12 threads cannot be started'
fi
ends -n 2 "$BUILD/fibsbot-mpi" "${short[@]}" --save "$folder/none/file" 'none/file: No such file'
ends -n 2 "$BUILD/fibsbot-mpi" lab rollout "$folder/few" --out "$folder/none/file" 'none/file: No such file'
ends -n 1 "$BUILD/fibsbot-mpi" lab rollout "$folder/few" --out "$folder/x" : \
    -n 1 "$BUILD/fibsbot-mpi" lab rollout "$folder/decisions" --out "$folder/x" 'rank 1 has another'
ends -n 2 "$BUILD/fibsbot-mpi" "${short[@]}" --gamez 5 'unknown option --gamez'
[ "$(grep -c 'unknown option' "$folder/err")" = 1 ] || fail "it is told by each rank"
mkdir "$folder/disk"
if mount -t tmpfs -o size=8k fibsbot-test "$folder/disk" 2>/dev/null; then
    trap 'umount -l "$folder/disk"; rm -rf "$folder"' EXIT
    ends -n 2 "$BUILD/fibsbot-mpi" "${short[@]}" --games 4000 --save "$folder/disk/save" 'save: No space left'
    rm "$folder/disk/save"
    ends -n 2 "$BUILD/fibsbot-mpi" lab rollout "$folder/decisions" --ply 0 --trials 36 --truncate 1 --out "$folder/disk/out" 'out: No space left'
fi

# Other weights on another rank.
mkdir "$folder/weights"
cp "$FIBSBOT_WEIGHTS"/* "$folder/weights"
echo "# another" >>"$folder/weights/weights.txt"
ends -n 1 "$BUILD/fibsbot-mpi" tourney fibsbot random --cubeless --games 4 --save "$folder/other" : \
    -n 1 "$BUILD/fibsbot-mpi" tourney fibsbot random --cubeless --games 4 --weights "$folder/weights" --save "$folder/other" \
    'rank 1 has another'
[ ! -e "$folder/other" ] || fail "results are written"

# What does not run on ranks.
ends -n 2 "$BUILD/fibsbot-mpi" bench --signature 'runs on one rank'
