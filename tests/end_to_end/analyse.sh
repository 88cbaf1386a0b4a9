#!/usr/bin/env bash
# `fibsbot analyse`: positions from arguments and standard input, in order, with errors in
# their place; the form of the bench signature.
set -eu
fibsbot=$BUILD/fibsbot
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1"; exit 1; }

roll='XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'
cube='XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10'
printf '%s\nnonsense\n%s\n' "$roll" "$cube" |
    "$fibsbot" analyse --json --ply 0 - >"$work/out"
[ "$(wc -l <"$work/out")" -eq 3 ] || fail 'expected three lines'
sed -n 1p "$work/out" | grep -q '"kind":"play".*"play":"8/5 6/5"' || fail 'line 1: no ranked plays'
sed -n 2p "$work/out" | grep -q '^{"id":"nonsense","error":"' || fail 'line 2: no error'
sed -n 3p "$work/out" | grep -q '"kind":"cube".*"action":"no_double"' || fail 'line 3: no cube action'

"$fibsbot" analyse --ply 0 4HPwATDgc/ABMA >"$work/out"
grep -q 'cube action: no double' "$work/out" || fail 'no cube action of a position id'
"$fibsbot" analyse --ply 0 --jacoby --beavers 4HPwATDgc/ABMA >"$work/out"
grep -q 'Jacoby rule, beavers' "$work/out" && grep -q 'double, beaver' "$work/out" ||
    fail 'no rules of money play'

# an answer comes as soon as its line has come
mkfifo "$work/in"
: >"$work/out" # the shell behind "&" empties it later than it is looked at
"$fibsbot" analyse --json --ply 0 - <"$work/in" >"$work/out" &
exec 3>"$work/in"
echo "$roll" >&3
for _ in $(seq 400); do
    [ -s "$work/out" ] && break
    sleep 0.1
done
[ "$(wc -l <"$work/out")" -eq 1 ] || fail 'no answer before the end of input'
exec 3>&-
wait

status=0
"$fibsbot" analyse nonsense >"$work/out" 2>"$work/said" || status=$?
[ "$status" -eq 1 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/said")" -eq 1 ] ||
    fail 'a bad position must give one line on standard error and status 1'
for wrong in '--ply 9' '--cube-ply 1' '--filter none' '--filter 8/.16' '--nonsense'; do
    status=0
    # shellcheck disable=SC2086 # an option and its value
    "$fibsbot" analyse $wrong "$roll" >"$work/out" 2>"$work/said" || status=$?
    [ "$status" -eq 2 ] && [ -s "$work/said" ] || fail "$wrong: expected status 2"
done
"$fibsbot" analyse --filter list | grep -qx 'gnubg-normal' || fail 'no list of filters'

# the listing: ply and filter of each play, plays not shown, the play that was made
"$fibsbot" analyse --ply 2 --filter gnubg-2003 --accept 3 --plays 3 "$roll" >"$work/out"
grep -qE '^   1\. 2-ply  8/5 6/5  .* \+0\.[0-9]+$' "$work/out" || fail 'no best play'
[ "$(grep -cE '  gnubg-2003$' "$work/out")" -eq 3 ] || fail 'no filter beside the plays'
grep -qx '      \[13 plays not shown\]' "$work/out" || fail 'no count of the plays not shown'
"$fibsbot" analyse --ply 2 --plays 1 --played '24/20' "$roll" >"$work/out"
grep -qE '^ +[0-9]+\. 2-ply  24/20 ' "$work/out" || fail 'the play made is not at the full ply'
grep -qE 'played: number [0-9]+, loses 0\.[0-9]+ at 2-ply, very bad' "$work/out" || fail 'no loss'
"$fibsbot" analyse --ply 0 --played 1/2 "$roll" | grep -q 'not a legal play' || fail 'illegal'
"$fibsbot" analyse "$roll" >"$work/one"
"$fibsbot" analyse --threads 3 "$roll" | cmp - "$work/one" || fail 'threads change the answer'

"$fibsbot" bench --signature | grep -qE '^bench [0-9]+ [0-9a-f]{8}$' || fail 'no signature'

# the board, where it is asked for; never in JSON
"$fibsbot" analyse --ply 0 --board 4HPwATDgc/ABMA | grep -q '^ +13-14-15-16-17-18-+' || fail 'no board'
! "$fibsbot" analyse --ply 0 4HPwATDgc/ABMA | grep -q '+13-14' || fail 'a board in a file'
! "$fibsbot" analyse --ply 0 --json --board 4HPwATDgc/ABMA | grep -q '+13-14' || fail 'a board in JSON'
if command -v script >/dev/null; then # in colour on a terminal, but not for everybody
    script -qec "TERM=xterm '$fibsbot' analyse --ply 0 4HPwATDgc/ABMA" "$work/typed" >/dev/null
    grep -q $'\033\\[1;33mO' "$work/typed" || fail 'no board in colour on a terminal'
    NO_COLOR=1 script -qec "'$fibsbot' analyse --ply 0 4HPwATDgc/ABMA" "$work/typed" >/dev/null
    grep -q '+13-14' "$work/typed" || fail 'NO_COLOR: no board on a terminal'
    ! grep -q $'\033' "$work/typed" || fail 'NO_COLOR: colours'
fi
