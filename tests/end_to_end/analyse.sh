#!/usr/bin/env bash
# `fibsbot analyse`: positions from arguments and standard input, in order, with errors in
# their place; the form of the bench signature.
set -eu
nets=build/weights
. tests/end_to_end/program_library

roll='XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'
cube='XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10'
printf '%s\nnonsense\n%s\n' "$roll" "$cube" |
    "$bot" analyse --json --ply 0 - >"$folder/out"
[ "$(wc -l <"$folder/out")" -eq 3 ] || fail 'expected three lines'
sed -n 1p "$folder/out" | grep -q '"kind":"play".*"play":"8/5 6/5"' || fail 'line 1: no ranked plays'
sed -n 2p "$folder/out" | grep -q '^{"id":"nonsense","error":"' || fail 'line 2: no error'
sed -n 3p "$folder/out" | grep -q '"kind":"cube".*"action":"no_double"' || fail 'line 3: no cube action'

# of a line too long there is the beginning, of whole letters
long=x$(printf 'ö%.0s' $(seq 2100))
printf '%s\n' "$long" | "$bot" analyse --json --ply 0 - >"$folder/out"
grep -qF "{\"id\":\"${long:0:30}\",\"error\":\"" "$folder/out" || fail "a line too long: $(cat "$folder/out")"
"$bot" analyse --ply 0 "$long" 2>"$folder/said" && fail 'no position was taken'
[ "$(iconv -f UTF-8 "$folder/said" | grep -cF "\"${long:0:30}\": ")" = 1 ] || fail "half a letter: $(cat "$folder/said")"

"$bot" analyse --ply 0 4HPwATDgc/ABMA >"$folder/out"
grep -q 'cube action: no double' "$folder/out" || fail 'no cube action of a position id'
"$bot" analyse --ply 0 --jacoby --beavers 4HPwATDgc/ABMA >"$folder/out"
grep -q 'Jacoby rule, beavers' "$folder/out" && grep -q 'double, beaver' "$folder/out" ||
    fail 'no rules of money play'
for option in --jacoby --beavers; do
    "$bot" analyse --ply 0 $option tests/data/matches/gnubg.mat 2>"$folder/said" && fail "$option with a file"
    grep -q -e "$option.* positions, not files" "$folder/said" || fail "$option: $(cat "$folder/said")"
done

for at in '0:0:1:00:4:3:1:5:10|to roll' '1:-1:1:00:0:0:0:0:10|to roll' '1:1:1:00:0:0:0:0:10|to roll or double'; do
    "$bot" analyse --ply 0 "XGID=-b----E-C---eE---c-e----B-:${at%|*}" >"$folder/out"
    grep -q ", ${at#*|}$" "$folder/out" || fail "$at: $(sed -n 2p "$folder/out")"
done

# an answer comes as soon as its line has come
mkfifo "$folder/in"
: >"$folder/out" # the shell behind "&" empties it later than it is looked at
"$bot" analyse --json --ply 0 - <"$folder/in" >"$folder/out" &
exec 3>"$folder/in"
echo "$roll" >&3
within 40 [ -s "$folder/out" ] || :
[ "$(wc -l <"$folder/out")" -eq 1 ] || fail 'no answer before the end of input'
exec 3>&-
wait

status=0
"$bot" analyse nonsense >"$folder/out" 2>"$folder/said" || status=$?
[ "$status" -eq 1 ] && [ ! -s "$folder/out" ] && [ "$(wc -l <"$folder/said")" -eq 1 ] ||
    fail 'a bad position must give one line on standard error and status 1'
for wrong in '--ply 9' '--cube-ply 5' '--filter none' '--filter 8/.16' '--nonsense' --resume --errors-only --note \
    '--trials 36' "--rollout --state x $cube" '--save x' '--report x.html' '--history x' '--roller-share 5'; do
    status=0
    # shellcheck disable=SC2086 # an option and its value
    "$bot" analyse $wrong "$roll" >"$folder/out" 2>"$folder/said" || status=$?
    [ "$status" -eq 2 ] && [ -s "$folder/said" ] || fail "$wrong: expected status 2"
done
grep -q 'need files of matches' "$folder/said" || fail "unclear: $(cat "$folder/said")"
"$bot" analyse --filter 8/.16 "$roll" 2>&1 | grep -q '"8/.16" is for 1-ply decisions, these are 2-ply$' || fail 'plies of a filter'
"$bot" analyse --rollout --trials 36 --truncate 1 --rollout-ply 1 --filter 8/.16 "$roll" >"$folder/out" ||
    fail 'no filter for the plays of a rollout'
grep -qx '      rollout: 36 trials, 1 half-moves, plays 1-ply own, cube 0-ply, seed 1' "$folder/out" ||
    fail "another rollout: $(tail -n 1 "$folder/out")"
"$bot" analyse --ply 0 nonsense "$cube" >/dev/null 2>&1 && fail 'a good position behind a bad one'
printf '\n' | "$bot" analyze --ply 0 --json | grep -q '^{"id":"","error":' || fail 'no answer to an empty line'
[ -z "$(printf '\n' | "$bot" analyse --ply 0 2>&1)" ] || fail 'words about an empty line'
# an odd number of plies for the cube: answered at the next even one, and said
"$bot" analyse --json --cube-ply 1 'XGID=aaBaACC---A-cCb--b-c-bA-A-:1:1:1:00:0:0:0:0:10' >"$folder/out" 2>"$folder/said" ||
    fail '--cube-ply 1 fails'
grep -q '"ply":2,' "$folder/out" && grep -qx 'fibsbot analyse: cube actions are searched at 2 plies' "$folder/said" ||
    fail "--cube-ply 1: $(cat "$folder/said")"
"$bot" analyse --filter list | grep -qx 'gnubg-normal' || fail 'no list of filters'

# it follows the plays, and is then one less
"$bot" analyse --json --ply 1 "$cube" | grep -q '"kind":"cube","ply":0,' || fail 'another ply for the cube'

# a double that the rules do not allow is judged, with a remark
double=XGID=-b----E-C---eE---c-e----B-:1:-1:1:D:0:0:0:0:10
"$bot" analyse --ply 0 "$double" | grep -qx ' *against the rules: a double, but the other side has the cube' || fail 'no remark'
"$bot" analyse --ply 0 --json "$double" | grep -q '"fault":"a double, but ' || fail 'no fault in JSON'
! "$bot" analyse --ply 0 "${double/:-1:/:1:}" | grep 'against the rules' || fail 'a double by who has the cube is refused'
"$bot" analyse --ply 0 --json "${double/:-1:/:1:}" | grep -q '"fault":null' || fail 'a fault of a good double'

# ten plays are listed, in JSON all of them
"$bot" analyse --ply 0 "$roll" >"$folder/out"
[ "$(grep -cE '^ +[0-9]+\. ' "$folder/out")" -eq 10 ] && grep -qx '      \[6 plays not shown\]' "$folder/out" || fail 'not ten plays'
[ "$("$bot" analyse --ply 0 --json "$roll" | grep -o '"play":"' | wc -l)" -eq 16 ] || fail 'JSON has not all plays'

# the listing: ply and filter of each play, plays not shown, the play that was made
"$bot" analyse --ply 2 --filter gnubg-2003 --accept 3 --plays 3 "$roll" >"$folder/out"
grep -qE '^   1\. 2-ply  8/5 6/5  .* \+0\.[0-9]+$' "$folder/out" || fail 'no best play'
[ "$(grep -cE '  gnubg-2003$' "$folder/out")" -eq 3 ] || fail 'no filter beside the plays'
grep -qx '      \[13 plays not shown\]' "$folder/out" || fail 'no count of the plays not shown'
"$bot" analyse --ply 2 --plays 1 --played '24/20' "$roll" >"$folder/out"
grep -qE '^ +[0-9]+\. 2-ply  24/20 ' "$folder/out" || fail 'the play made is not at the full ply'
grep -qE 'played: number [0-9]+, loses 0\.[0-9]+ at 2-ply, very bad' "$folder/out" || fail 'no loss'
grep -q '^      8/5 6/5 makes the 5 point' "$folder/out" || fail 'no reasons'
grep -q '.\{81\}' "$folder/out" && fail 'a line of more than 80 columns'
# refused PLAY ID WORDS: with status 1, and nothing but the reason
refused() {
    for mode in --no-board --rollout; do
        status=0
        "$bot" analyse --ply 0 --played "$1" $mode "$2" >"$folder/out" 2>"$folder/said" || status=$?
        [ "$status" -eq 1 ] && [ ! -s "$folder/out" ] || fail "$mode --played $1: status $status"
        grep -qF ": --played$3" "$folder/said" || fail "--played $1: $(cat "$folder/said")"
    done
}
refused '1/2 x' "$roll" ': "1/2 x" is not a legal play of 3-1'
refused 8/5 "$cube" ' needs dice: '
"$bot" analyse --ply 0 --json --played 8/5 "$cube" | grep -q '"played":null' || fail 'JSON: a play without dice'
"$bot" analyse "$roll" >"$folder/one"
"$bot" analyse --threads 3 "$roll" | cmp - "$folder/one" || fail 'threads change the answer'

for every in 20 40; do "$bot" bench --signature --every $every; done >"$folder/out"
[ "$(grep -E '^bench [0-9]+ [0-9a-f]{8}$' "$folder/out" | sort -u | wc -l)" -eq 2 ] || fail 'no signature'
"$bot" bench --kernel foo 2>"$folder/said" && fail 'a kernel that there is not'
grep -q 'expected plain, avx2, .* or neondot, found "foo"' "$folder/said" || fail "no kernel is named: $(cat "$folder/said")"

# the board, where it is asked for; never in JSON
"$bot" analyse --ply 0 --board 4HPwATDgc/ABMA | grep -q '^ +13-14-15-16-17-18-+' || fail 'no board'
! "$bot" analyse --ply 0 --board --no-board 4HPwATDgc/ABMA | grep -q '+13-14' || fail 'a board that was refused'
"$bot" analyse --ply 0 --board XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:2:1:0:5:10 >"$folder/out"
for text in 'X opponent: 1, 167 pips' '5 point match' 'cube 1, doubled' 'you to answer' 'O you: 2, 167 pips'; do
    grep -q "  $text\$" "$folder/out" || fail "beside the board there is no $text"
done
! "$bot" analyse --ply 0 4HPwATDgc/ABMA | grep -q '+13-14' || fail 'a board in a file'
! "$bot" analyse --ply 0 --json --board 4HPwATDgc/ABMA | grep -q '+13-14' || fail 'a board in JSON'
if command -v script >/dev/null; then # in colour on a terminal, but not for everybody
    script -qec "TERM=xterm '$bot' analyse --ply 0 4HPwATDgc/ABMA" "$folder/typed" >/dev/null
    grep -q $'\033\\[1;33mO' "$folder/typed" || fail 'no board in colour on a terminal'
    NO_COLOR=1 script -qec "'$bot' analyse --ply 0 4HPwATDgc/ABMA" "$folder/typed" >/dev/null
    grep -q '+13-14' "$folder/typed" || fail 'NO_COLOR: no board on a terminal'
    ! grep -q $'\033' "$folder/typed" || fail 'NO_COLOR: colours'
fi
