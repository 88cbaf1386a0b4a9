#!/usr/bin/env bash
# 200 matches of 1 to 7 points at a server like bgammon.org: two bots, three persons who play
# at random, and connections of all of them that are cut in each phase. Nobody says what is
# illegal or joins where a bot may not, nobody waits for more than 5 s for one who is there,
# history and match files are the server's results, and GNU Backgammon imports the files.
#
#   tests/slow/bgammon_matches.sh [ROW...]   only these rows of the table; `short` is none of
#                                            the whole
set -u

# name | matches of each bot | length of bot_a's | of bot_b's | the server's options
rows='
short    | 3|2|3|--drop-at doubled --drop 0.5 --hide-hops --equal-openings
plain    |10|1|7|--ping 1000
login    | 7|2|3|--drop-at login --drop 0.5
invited  | 9|3|4|--drop-at invited --drop 0.5
opening  | 9|4|5|--drop-at opening --drop 0.2
prompt   | 9|5|2|--drop-at prompt --drop 0.02
rolled   | 9|6|3|--drop-at rolled --drop 0.02
moved    | 9|7|2|--drop-at moved --drop 0.02
doubled  | 9|3|5|--drop-at doubled --drop 0.3
doubling | 9|5|4|--drop-at doubling --drop 0.3
between  | 9|6|3|--drop-at between --drop 0.2
over     | 9|1|2|--drop-at over --drop 0.3
commands | 9|4|3|--drop 0.005 --linger 2000
all      | 9|5|3|--drop 0.003 --split --unknown-events --empty-arrays --hide-hops --equal-openings --roll-by-hand --refuse-move 0.02 --ping 1000
'

play_row() { # NAME MATCHES POINTS-A POINTS-B OPTIONS
    . tests/end_to_end/library
    . tests/end_to_end/bgammon_library
    local name=$1 matches=$2 a b
    # shellcheck disable=SC2086
    start_bgammon --seed "$3$4" --persons 3 --pace 0 $5
    play_faulty a "$matches" "$3" && a=$last_bot
    play_faulty b "$matches" "$4" && b=$last_bot
    wait_for "$a" 900 || fail "$name: bot_a: status $?"
    wait_for "$b" 900 || fail "$name: bot_b: status $?"
    stop_bgammon
    check_faulty a "$matches"
    check_faulty b "$matches"
    echo "$name: 2 times $matches matches of $3 and $4 points"
}

status=0
while IFS='|' read -r name matches first second options; do
    name=${name// /}
    [ -n "$name" ] || continue
    if [ $# -gt 0 ]; then
        [[ " $* " == *" $name "* ]] || continue
    elif [ "$name" = short ]; then
        continue
    fi
    (play_row "$name" "$((matches))" "$((first))" "$((second))" "$options") || status=1
done <<<"$rows"
exit $status
