#!/usr/bin/env bash
# Faults planted in a copy (scripts/mutate): what the tool says of each kind, and that it goes on
# where it was stopped; that those are killed which once survived; and of a seeded sample by rules
# most that somebody sees. The sample is of rooms whose tests are quick; docs/TESTING.md has the
# shares of all.
set -eu
cd "$(dirname "$0")/../.."
for program in python3 git unshare; do
    command -v $program >/dev/null || { echo "$program is not installed"; exit 77; }
done
git rev-parse HEAD >/dev/null 2>&1 || { echo 'not a checkout of git'; exit 77; }
fail() { cat "$folder/said"; echo "$*"; exit 1; }
least=75 # percent of the sample that somebody sees
work=${BUILD:-build}/mutate
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# mutate STATUS WORD...: what it says goes to $folder/said
mutate() {
    local wanted=$1 status=0
    shift
    scripts/mutate --folder "$work" "$@" >"$folder/said" 2>&1 || status=$?
    [ "$status" = "$wanted" ] || fail "mutate $*: status $status, not $wanted"
}
says() { grep -q -- "$1" "$folder/said" || fail "does not say: $1"; }

status=0
scripts/mutate --folder /tmp/mutate view >"$folder/said" 2>&1 || status=$?
[ "$status" = 2 ] || fail "a copy in /tmp: status $status, not 2"
says 'would not find the copy'

# ---- what becomes of a fault -------------------------------------------------------------

rm -f "$work/results"
line='    double spread = range.high - range.low;'
# fault NAME NEW
fault() { printf '%s\nview/chart.c\n- %s\n+ %s\n\n' "$1" "${3:-$line}" "$2"; }
{
    fault remark "$line /* seen by nobody */"
    fault nonsense "$line +"
    fault endless "$line while (spread > -1.0) { __asm__ volatile(\"\"); }"
    fault quiet "$line __asm__ volatile(\"nop\");"
    fault loud '    double spread = range.low - range.high;'
    fault lost '' 'no such text'
} >"$folder/list"
sed '/^lost$/,$d' "$folder/list" >"$folder/list.found"
mutate 0 --look --list "$folder/list.found"
mutate 1 --look --list "$folder/list"
says '^not found: lost: its text stands 0 times'
mutate 1 --list "$folder/list"
says ': same: .*: remark:'
says ': refused: .*: nonsense:'
says ': killed by test_chart (ended): .*: endless:'
says '^survived: .*: quiet:'
says ': killed by test_chart: .*: loud:'
says '^not found: lost: its text stands 0 times'
says '67 % killed, 2 of 3; 67 % of those that somebody sees, 2 of 3; 1 made no other code, 1 did not compile'

mutate 1 --list "$folder/list" # all is known already
! grep -q 'min left' "$folder/said" || fail 'it begins anew'
says '67 % killed, 2 of 3'
cmp -s view/chart.c "$work/tree/view/chart.c" || fail 'a fault stays in the copy'

# what nobody sees is told apart, wherever its file lies by now
sed -n 's|^survived: view/chart.c:[0-9]*:|speed: old/room/chart.c:9:|p' "$folder/said" >"$folder/unseen"
mutate 0 --unseen "$folder/unseen" --list "$folder/list.found"
says '^speed: view/chart.c:[0-9]*: quiet:'
says '67 % killed, 2 of 3; 100 % of those that somebody sees, 2 of 2 (not: 1 speed); 1 made no other code'
sed 's/^speed/weather/' "$folder/unseen" >"$folder/wrong"
mutate 1 --unseen "$folder/wrong" --list "$folder/list"
says 'wrong:1: expected "REASON: '
# one at a time in a folder
flock "$work/lock" scripts/mutate --folder "$work" --list "$folder/list" >"$folder/said" 2>&1 && fail 'two work in a folder'
says '^another one works in '

# ---- stopped -----------------------------------------------------------------------------

scripts/mutate --folder "$work" --scripts 0 --sample 0 view >"$folder/said" 2>&1 &
for _ in $(seq 600); do
    ! grep -q 'min left' "$folder/said" || break
    sleep 0.5
done
kill -INT $!
status=0
wait $! || status=$?
[ "$status" = 130 ] || fail "interrupted: status $status"
says '^view: .* can be planted$'
! grep -q Traceback "$folder/said" || fail 'it does not end cleanly'

# ---- the tests ---------------------------------------------------------------------------

mutate 0 --list tests/data/faults/survivors
scripts/mutate --folder "$work" --scripts 0 --sample 12 --seed 25 view arena/rating arena/schedule bot/game bot/weights >"$folder/said" 2>&1 || true
read -r killed judged < <(sed -n 's/.* that somebody sees, \([0-9]*\) of \([0-9]*\)[; ].*/\1 \2/p' "$folder/said" |
    awk '{ killed += $1; judged += $2 } END { print killed, judged }')
[ "$judged" -ge 20 ] || fail "only $judged faults of the sample were judged"
[ $((100 * killed)) -ge $((least * judged)) ] || fail "$killed of $judged faults were killed, under $least %"
