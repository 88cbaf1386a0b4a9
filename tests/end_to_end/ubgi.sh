#!/usr/bin/env bash
# fibsbot as a UBGI engine: a strict controller, written from the draft alone, plays whole
# games with it and finds no fault; nothing but answers is on standard output.
set -eu
. tests/end_to_end/program_library

# Whole sessions can be piped in; the end of input ends it, after the last answer.
printf 'position gnubgid 4HPwATDgc/ABMA\ndice 3 1\ngo' | "$bot" --ubgi >"$folder/out" 2>"$folder/err"
grep -v '^info ' "$folder/out" >"$folder/answers"
[ "$(cat "$folder/answers")" = 'bestmove 8/5 6/5' ] || fail "piped: $(cat "$folder/out")"
[ ! -s "$folder/err" ] || fail "on standard error: $(cat "$folder/err")"

# A line of 1 MB, and one with a NUL, are each one error.
{ head -c 1000000 /dev/zero | tr '\0' a; printf '\nisr\0eady\nisready\nquit\nisready\n'; } | "$bot" ubgi >"$folder/out"
[ "$(cut -d' ' -f 1,2 "$folder/out" | tr '\n' ';')" = 'error bad_command;error bad_command;readyok;' ] ||
    fail "long line: $(head -c 500 "$folder/out")"

status=0
"$bot" ubgi --draft 0.3 </dev/null 2>"$folder/err" || status=$?
[ "$status" = 2 ] || fail "a draft that is none: $status"
"$bot" ubgi --draft 0.01 <<<ubgi | tail -n 1 | grep -qx readyok || fail "draft 0.01"

command -v python3 >/dev/null || { echo "no python3"; exit 77; }
python3 tests/tools/ubgi_controller.py "${GAMES:-20}" 1 "$bot" --ubgi || fail "the controller found a fault"
