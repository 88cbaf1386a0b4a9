#!/usr/bin/env bash
# 100 matches of mixed lengths between two bots on a server that loses commands, drops
# connections, glues and splits lines, speaks like the clones, ... All must finish, be
# it after having been saved and resumed; no line may be unknown, nobody may get stuck.
#
#   tests/slow/matches_under_faults.sh [ROW...]   only these rows of the table
set -u

# name | matches | length | seconds allowed | server options
rows='
plain         |22| 1| 300|
split         | 8| 3| 240|--split
glued         |10| 5| 300|--glue
clone         |10| 5| 300|--clone --lf-only --trailing-blanks --warn-first
delayed       | 4| 3| 400|--delay 40
lossy         |10| 3|1200|--lose-command 0.01
hasty         | 2| 3| 600|--delay 20 --lose-early 15
dropping      |10| 3|1200|--drop 0.01
silent        | 6| 3| 900|--drop 0.01 --silent-departure --name-winner
bare          | 8| 5| 400|--no-opening-board --never-was-doubled --keep-offers
boards        | 8| 7| 400|--board-after-dance --board-on-resume
flood         | 4| 5| 300|--flood 3
everything    | 4| 5|1200|--glue --lose-command 0.005 --drop 0.005 --keep-offers --flood 1
'

fast_line='-s connection.backoff_first=1 -s connection.backoff_max=2'

play_row() { # NAME MATCHES LENGTH SECONDS OPTIONS
    . tests/end_to_end/library
    local a b
    # shellcheck disable=SC2086
    start_server --seed "$2$3" $5 || exit 1
    # shellcheck disable=SC2086
    start_bot a --matches "$2" $fast_line && a=$last_bot
    # shellcheck disable=SC2086
    start_bot b --matches "$2" --invite "a_bot:$3" $fast_line && b=$last_bot
    wait_for "$b" "$4" || fail "$1: the inviting bot: status $?"
    wait_for "$a" 60 || fail "$1: the invited bot: status $?"
    no_unknown_lines
    grep -h 'ERROR\|Sanitizer' "$work"/*.log && fail "$1: a sanitizer has something to say"
    local finished
    finished=$(grep -c '\(won\|lost\) the match against b_bot' "$work/a.log")
    [ "$finished" -eq "$2" ] || fail "$1: $finished of $2 matches finished"
    local resumed
    resumed=$(grep -c 'is saved:' "$work/a.log")
    echo "$1: $finished matches of $3 points finished, saved and resumed $resumed times"
}

status=0
while IFS='|' read -r name matches length seconds options; do
    name=${name// /}
    [ -n "$name" ] || continue
    if [ $# -gt 0 ] && [[ " $* " != *" $name "* ]]; then continue; fi
    (play_row "$name" "$((matches))" "$((length))" "$((seconds))" "$options") || status=1
done <<<"$rows"
exit $status
