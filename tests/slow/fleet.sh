#!/usr/bin/env bash
# Twenty accounts in one program play each other over TCP, on a server with faults and a
# crowd of hostile strangers. The program is killed (-9) again and again at random
# moments, the server is restarted; then what is saved is played to its end, and the one
# history of all must equal the server's results.
#
#   tests/slow/fleet.sh [KILLS [OPTIONS OF THE SERVER]]     SEED=N: other moments
set -u
. tests/end_to_end/library
kills=${1:-10}
shift
RANDOM=${SEED:-3}
names=$(printf 'fleet_%s ' a b c d e f g h i j k l m n o p q r s t)
(umask 077; echo secret >"$work/password")
server_options="--state $work/state --glue --keep-offers --crowd 100000 --crowd-every 10 --drop 0.001 $*"
for name in $names; do server_options="$server_options --account $name:secret:1500:500"; done

write_config() { # WHOM TO INVITE: all none
    {
        printf '[account]\npassword_file = %s\nstate_folder = %s\n' "$work/password" "$work"
        printf '[invite]\nidle = 1\ntimeout = 5\n[accept]\nunlimited = no\n'
        [ "$1" = none ] && echo 'lengths = none' || echo 'lengths = 1-9'
        printf '[connection]\nbackoff_first = 1\nbackoff_max = 2\n'
        printf '[strength]\nplay_ply = 0\ncube_ply = 0\n[record]\nfolder = %s\n' "$work/matches"
        printf '[history]\nfile = %s\n[log]\nfile = %s\n' "$work/history.db" "$work/fleet.log"
        for name in $names; do
            printf '[account %s]\n' "$name"
            [ "$1" = all ] && printf 'invite.names = %s\ninvite.length = %d\n' \
                "$(echo "${names/$name /}" | tr ' ' '\n' | grep . | shuf --random-source=<(yes $RANDOM) | head -4 | paste -sd,)" \
                $((RANDOM % 5 + 1))
        done
    } >"$work/bot.conf"
}

start_fleet() {
    (cd "$work" && exec "$build/fibsbot" play -c bot.conf --server "127.0.0.1:$port") 2>>"$work/fleet.err" &
    fleet=$!
    pids="$pids $fleet"
}

restart_server() {
    kill -TERM "$server"
    wait "$server" 2>/dev/null
    # shellcheck disable=SC2086
    start_server --port "$port" --seed $RANDOM --results "$work/results" $server_options || exit 1
}

touch "$work/results"
# shellcheck disable=SC2086
start_server --seed $RANDOM --results "$work/results" $server_options || exit 1
for n in $(seq "$kills"); do
    write_config all
    start_fleet
    sleep $((RANDOM % 10 + 14)).$((RANDOM % 10))
    [ $((n % 4)) -eq 0 ] && restart_server && sleep 8
    kill -KILL "$fleet" || fail "the program ended by itself"
    wait "$fleet" 2>/dev/null
done
write_config none
start_fleet
for _ in $(seq 600); do # the state file is written every few seconds
    sleep 1
    grep -q '^match' "$work/state" || break
done
grep '^match' "$work/state" && fail "not finished"
sleep 5
kill -TERM "$fleet"
wait_for "$fleet" 30 || fail "told to stop: status $?"
grep -h 'unknown line' "$work/fleet.log" && fail "lines that the bots do not know"
grep -h ' error ' "$work/fleet.log" && fail "errors"
"$build/soak" --compare "$work/results" "$work/history.db" || fail "not equal"
echo "$kills kills: $(grep -c '^match' "$work/results") matches and $(grep -c '^game' "$work/results") games"
