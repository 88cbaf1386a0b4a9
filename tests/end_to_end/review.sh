#!/usr/bin/env bash
# `fibsbot review`: stepping through the errors of a match.
set -eu
. tests/end_to_end/match_library

# n, p and g step through the errors of both; the input's end quits
printf 'npgq' >"$folder/keys"
"$bot" review --here --ply 0 $matches/xg.txt <"$folder/keys" >"$folder/out" 2>/dev/null
[ "$(grep -c '^  XGID=' "$folder/out")" -eq 4 ] || fail 'expected four steps'
grep '^[0-9]* of [0-9]*, ' "$folder/out" | cut -d' ' -f1 >"$folder/at"
[ "$(head -n 3 "$folder/at" | tr '\n' ' ')" = '1 2 1 ' ] || fail 'n and p do not step'
grep -q '^Game 1, turn .*loses 0.*Better: ' "$folder/out" || fail 'no sentence'
[ "$(grep '^Game' "$folder/out" | tail -n 1 | cut -c1-6)" = 'Game 2' ] || fail 'g does not go to the next game'
grep -q '^> ' "$folder/out" || fail 'the play made is not marked'
# of two matches, whose games have the same numbers
printf 'ggq' | "$bot" review --here --ply 0 --least .2 $matches/xg.txt $matches/galaxy.txt >"$folder/two" 2>/dev/null
[ "$(grep -o '^[0-9]* of 6, .*/[a-z]*' "$folder/two" | sed 's| of.*/| |' | tr '\n' ' ')" = '1 xg 4 galaxy 5 galaxy ' ] ||
    fail "g does not go to the next match: $(grep ' of ' "$folder/two")"
# and a path of any length leaves room for the names
printf 'q' | "$bot" review --here --ply 0 "$(printf './%.0s' {1..600})$matches/xg.txt" >"$folder/two" 2>/dev/null
head -n 1 "$folder/two" | grep -q '/xg.txt: [^ ].* - [^ ]' || fail "no names: $(head -n 1 "$folder/two")"
# what is missing of a match stands beside its name, with its line below the steps
printf ' 3 point match\n\n Game 1\n a : 0                              b : 0\n  1) 31: 24/20                       42: 8/4 6/4\n  2) 65: 1/off\n' >"$folder/missing.mat"
printf 'q' | "$bot" review --here --ply 0 "$folder/missing.mat" >"$folder/two" 2>"$folder/said"
grep -q '/missing.mat (turns are missing): a - b$' "$folder/two" || fail "nothing says that turns are missing: $(head -n 1 "$folder/two")"
grep -q 'review: .*/missing.mat:6: play "1/off": .*; the rest of the game is left out$' "$folder/said" || fail "no line: $(cat "$folder/said")"
"$bot" analyse --ply 0 "$folder/missing.mat" 2>/dev/null | grep -A 5 ' 4-2: 8/4 6/4 ' | grep -q '^      The rest of the game is left out.$' ||
    fail 'the game does not say that it breaks off'
# what is said of a whole file has no line
for i in {1..1001}; do
    printf ' 1 point match\n\n Game 1\n a%d : 0              b : 0\n  1) 31: 24/20       42: 8/4 6/4\n  2) 65: 1/off\n\n' "$i"
done >"$folder/many.mat"
printf 'q' | "$bot" review --here --ply 0 "$folder/many.mat" 2>&1 >/dev/null | grep -q 'review: .*/many.mat: the file has more than 1000 matches' ||
    fail 'a line of what has none'
"$bot" analyse --ply 0 "$folder/many.mat" 2>/dev/null | grep -q '^the file has more than 1000 matches; ' || fail 'line 0'
all=$(sed -n '1s/^1 of \([0-9]*\),.*/\1/p' "$folder/out")
yes n | head -n 300 | tr -d '\n' | "$bot" review --here --ply 0 $matches/xg.txt >"$folder/steps" 2>/dev/null
[ "$(grep -c '^  XGID=' "$folder/steps")" -eq "$all" ] ||
    fail 'not all errors are shown'
grep -Eq '^  take point [0-9.]+ %, with a live cube [0-9.]+ %; gammon value 0\.[0-9]+, taker' "$folder/steps" ||
    fail 'a cube action has no take point'

# on a terminal arrows are one step, Ctrl-D and a capital Q end; the board stays in sight
if command -v python3 >/dev/null; then
    long=$folder/a_folder_of_matches_whose_name_takes_most_of_the_columns_of_a_terminal
    mkdir "$long" && cp $matches/xg.txt "$long"
    python3 - "$bot" "$long/xg.txt" <<'PYTHON' || fail 'keys of a terminal'
import fcntl
import os
import pty
import re
import struct
import sys
import termios


def steps(keys):
    """The errors that are shown, one key after the other."""
    pid, fd = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
        os.execv(sys.argv[1], [sys.argv[1], 'review', '--here', '--ply', '0', sys.argv[2]])
    text = ''
    try:
        for key in keys + ['\x04']:
            while not text.endswith('[q]uit '):
                text += os.read(fd, 65536).decode()
            text += '|'
            os.write(fd, key.encode())
        while data := os.read(fd, 65536):
            text += data.decode()
    except OSError:
        pass
    if any(len(line) > 80 for line in re.split('[\r\n]+', re.sub('\033\\[[0-9;]*[A-Za-z]', '', text))):
        return 'a line is wider than the window'
    if any(shown.count('\n') >= 24 for shown in re.findall(r'2J.*?\[q\]uit', text, re.S)):
        return 'the board goes out at the top'
    return ''.join(re.findall(r'2J(\d) of', text)) if os.waitpid(pid, 0)[1] == 0 else 'failed'


for keys, wanted in ((['\033[C', '\033OB', '\033[D', '\033[A'], '12321'), (['N', 'P'], '121'),
                     (['n', 'Q'], '12')):
    if steps(keys) != wanted:
        sys.exit('%r: %s' % (keys, steps(keys)))
PYTHON
fi

# one player, from a loss on
printf 'q' | "$bot" review --here --ply 0 --player 'anna b' --least 0.08 $matches/xg.txt >"$folder/out" 2>/dev/null
[ "$(sed -n '1s/^1 of \([0-9]*\),.*/\1/p' "$folder/out")" -lt "$all" ] || fail 'player and loss do not limit'
grep -q '^Game.*: anna b, .*a blunder' "$folder/out" || fail 'errors of somebody else'
"$bot" review --here --ply 0 --least 9 $matches/xg.txt 2>/dev/null | grep -qx 'No such decision.' || fail 'errors of nine points'
expect 1 review --here --ply 0 --player nobody $matches/xg.txt
grep -q 'nobody is named "nobody" in the matches' "$folder/said" || fail "a player who is not there: $(cat "$folder/said")"

expect 1 review --here --ply 0 "$folder/none.mat"
[ ! -s "$folder/out" ] || fail "of no match is said: $(cat "$folder/out")"
expect 2 review --here
while IFS='|' read -r options why; do # options of another way to look
    # shellcheck disable=SC2086
    expect 2 review $options $matches/xg.txt
    grep -qF -e "$why" "$folder/said" || fail "review $options: $(cat "$folder/said")"
done <<'REFUSED'
--here --no-open|--port and --no-open are for the browser
--here --port 0|--port and --no-open are for the browser
--anki --port 8080|--port and --no-open are for the browser
--here --anki|--here keeps no collection
--anki|--anki prints the collection alone
--here --collection x.db|so no --collection
REFUSED

expect 1 review --anki --collection "$folder/none.db"
[ ! -e "$folder/none.db" ] && grep -q 'none.db: No such file or directory; `fibsbot review FILE` makes it$' "$folder/said" || fail "a collection that is not there: $(cat "$folder/said")"
expect 1 review --anki --collection "$folder/out/none.db"
grep -q 'none.db: Not a directory$' "$folder/said" || fail "a hint that does not help: $(cat "$folder/said")"

# without a match that can be read there is no page, nor anything to step through
mkdir "$folder/no_matches" && echo nothing >"$folder/no_matches/notes.txt"
expect 1 review --here "$folder/no_matches"
while IFS='|' read -r path why; do
    status=0
    timeout 60 "$bot" review --no-open --collection "$folder/review.db" "$path" >"$folder/out" 2>&1 || status=$?
    [ "$status" = 1 ] && grep -q "$why" "$folder/out" || fail "$path: status $status: $(cat "$folder/out")"
done <<REFUSED
/dev/zero|expected a regular file
$folder/no_matches|there is no match in this file
REFUSED
