#!/usr/bin/env bash
# The demo plays a whole match, is plain when piped, and leaves only the match file.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

TMPDIR=$work SEED=1 timeout 300 scripts/demo "$BUILD" 3 >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
if grep -q $'\033' "$work/said"; then
    echo 'the demo writes escape codes into a pipe'
    exit 1
fi
grep -q '^Final score: anna [0-9]*, bert [0-9]*$' "$work/said" || { tail "$work/said"; exit 1; }
grep -qE 'cube 1|cube 2' "$work/said"
grep -q '^What to try next:$' "$work/said"
file=$(sed -n 's/^The match file.*: //p' "$work/said")
[ -f "$file" ] && grep -q '^ 3 point match$' "$file"
left=$(find "$work" -mindepth 1 ! -name said)
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }

# On a terminal one board is redrawn in its place, in colour.
if command -v script >/dev/null; then
    TMPDIR=$work SEED=1 PACE=0 TERM=xterm timeout 300 script -qec "scripts/demo '$BUILD' 1" "$work/typed" >/dev/null
    [ "$(grep -c $'\033\\[H' "$work/typed")" -gt 20 ] || { echo 'the board is not redrawn'; exit 1; }
    grep -q $'\033\\[1;33mO' "$work/typed"
    grep -q 'What to try next' "$work/typed"
    rm -f "$(tr -d '\r' <"$work/typed" | sed -n 's/^The match file.*: //p')"
    TMPDIR=$work SEED=1 PACE=0 TERM=xterm NO_COLOR=1 timeout 300 script -qec "scripts/demo '$BUILD' 1" "$work/typed" >/dev/null
    grep -q $'\033\\[H' "$work/typed" || { echo 'NO_COLOR: the board is not redrawn'; exit 1; }
    ! grep -qE $'\033\\[[0-9;]*m' "$work/typed" || { echo 'NO_COLOR: the board is in colour'; exit 1; }
    rm -f "$(tr -d '\r' <"$work/typed" | sed -n 's/^The match file.*: //p')"
fi

# GNU Backgammon, where it is installed, finds the same score in the file.
if [ -x /usr/games/gnubg ]; then
    printf 'set confirm new off\nimport mat %s\nshow score\n' "$PWD/$file" >"$work/commands"
    HOME=$work /usr/games/gnubg -t -q -r -s "$work" -c "$work/commands" </dev/null >"$work/gnubg" 2>&1 || true
    score=$(sed -n 's/^Final score: //p' "$work/said")
    sed -Ei '/ is: /s/ ([4-9]|[1-9][0-9])([, ])/ 3\2/g' "$work/gnubg" # it shows what the match does not need, too
    grep -q "is: $score (match to 3 points" "$work/gnubg" || { tail -n 5 "$work/gnubg"; echo "expected the score $score"; exit 1; }
    ! grep -E 'WARNING|Invalid|llegal' "$work/gnubg" || exit 1
fi
rm -f "$file"
