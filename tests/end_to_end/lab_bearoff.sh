#!/usr/bin/env bash
# `fibsbot lab bearoff`: quiet, whole files, nothing left when stopped; a stop of `lab race-train`.
set -eu
. tests/end_to_end/program_library

# A file that is missing is made, a damaged one is made again.
mkdir "$folder/new"
cp build/weights/bearoff-two-sided.db "$folder/new"
printf 'x' | dd of="$folder/new/bearoff-two-sided.db" bs=1 seek=5000 conv=notrunc status=none
"$bot" lab bearoff --out "$folder/new" >"$folder/said" 2>&1 || fail "failed: $(cat "$folder/said")"
[ ! -s "$folder/said" ] || fail "said something without a terminal: $(cat "$folder/said")"
[ "$(ls "$folder/new" | tr '\n' ' ')" = "bearoff-one-sided.db bearoff-two-sided.db " ] ||
    fail "left other files: $(ls "$folder/new")"
for file in "$folder"/new/*.db; do
    cmp -s "$file" "build/weights/$(basename "$file")" || fail "$file is not what make all made"
done

# Sound files are left alone.
touch -d 2001-01-01 "$folder"/new/*.db
"$bot" lab bearoff --out "$folder/new"
[ -z "$(find "$folder/new" -name '*.db' -newermt 2002-01-01)" ] || fail "made sound files again"

# Stopped on the way.
"$bot" lab bearoff --one-sided "$folder/stopped.db" 2>"$folder/said" &
pause 0.05
kill -TERM $! 2>/dev/null || true
status=0
wait $! || status=$?
if [ "$status" -ne 0 ]; then
    [ -z "$(ls "$folder" | grep stopped)" ] || fail "left $(ls "$folder") when stopped"
fi

# The race net needs a table first: a stop meanwhile is none of its failures.
"$bot" lab race-train --out "$folder/race.net" --bearoff build/weights >"$folder/said" 2>&1 &
while [ -e /proc/$!/status ] && ! grep -q '^SigCgt:.*[2367abef]$' /proc/$!/status; do pause 0.01; done
kill -INT $! || true
status=0
wait $! || status=$?
[ "$status" -eq 3 ] && [ ! -s "$folder/said" ] && [ ! -e "$folder/race.net" ] ||
    fail "race-train: stopped with status $status, $(cat "$folder/said")"

# No minutes of work for a file that cannot be written, nor for a number that is cut off.
race() { "$bot" lab race-train --bearoff build/weights --steps 1 --points 6 --games 1 --far 0 "$@" >"$folder/said" 2>&1; }
race --out "$folder/none/race.net" && fail "race-train: wrote nowhere"
[ "$(wc -l <"$folder/said")" -eq 1 ] && grep -q 'race.net: cannot be written: No such file' "$folder/said" ||
    fail "race-train: it was seen too late: $(cat "$folder/said")"
race --out "$folder/race.net" --hidden 4294967424-64 && fail "race-train: took another number"
race --out "$folder/race.net" || fail "race-train: $(cat "$folder/said")"
grep -q '^step 1 of 1 ' "$folder/said" || fail "race-train: a short run says nothing: $(cat "$folder/said")"

status=0
"$bot" lab bearoff 2>"$folder/said" || status=$?
[ "$status" -eq 2 ] && grep -q 'expected --out FOLDER or a file' "$folder/said" ||
    fail "accepted an empty command line"
"$bot" lab bearoff --one-sided "$folder/one.db" --two-sided "$folder/one.db" 2>/dev/null &&
    fail "one database was written over by the other"
"$bot" lab bearoff --help | grep -q one-sided || fail "no help"
