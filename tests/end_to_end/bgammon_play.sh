#!/usr/bin/env bash
# A bot plays at a server like bgammon.org: it opens matches, persons join and play at random
# with doubles and drops, and every match is recorded. Nothing that it says is illegal, it
# joins nobody, and results and history are those of the server.
set -u
[ -x "${BUILD:-build}/fibsd" ] || { echo "no local server"; exit 77; }
. tests/end_to_end/library

# play POINTS MATCHES OPTIONS...: the options are the server's
play() {
    local points=$1 matches=$2
    shift 2
    rm -rf "$work"/results "$work"/matches-bot "$work"/history.db* "$work"/bot.*
    "$build/fibsd" --protocol bgammon --port 0 --account bot_a:secret_a --persons 2 --pace 0 \
        --results "$work/results" --log "$work/fibsd.log" --ping 1000 "$@" \
        >"$work/fibsd.out" 2>&1 &
    server=$!
    port=
    for _ in $(seq 100); do
        port=$(sed -n 's/^listening on .*://p' "$work/fibsd.out")
        [ -n "$port" ] && break
        sleep 0.1
    done
    [ -n "$port" ] || fail "the server does not listen"
    (cd "$work" && FIBSBOT_PASSWORD=secret_a exec "$build/fibsbot" play \
        -s server.protocol=bgammon --server "127.0.0.1:$port" --name bot_a \
        --trace "$work/bot.trace" --matches "$matches" -s "invite.length=$points" \
        -s accept.lengths=1-15 -s strength.play_ply=0 -s strength.cube_ply=0 \
        -s "record.folder=$work/matches-bot" -s "history.file=$work/history.db" \
        --log-level debug >"$work/bot.out" 2>>"$work/bot.log") &
    pids="$pids $!"
    wait_for $! 120 || fail "the bot at $points points: status $?"
    kill "$server"
    wait "$server" || fail "the server: status $?"
    server=
    cat "$work/fibsd.out"
    grep -q 'illegal commands 0, .* forbidden joins 0, ' "$work/fibsd.out" ||
        fail "the counts of the server"
    compare_results "$points" "$matches"
}

# compare_results POINTS MATCHES: with the log, the history and the match files
compare_results() {
    sed -n 's/^match BOT_a \([A-Za-z_0-9]*\) [0-9]* \([0-9]*\) \([0-9]*\) .*/\1 won \2-\3/p
            s/^match \([A-Za-z_0-9]*\) BOT_a [0-9]* \([0-9]*\) \([0-9]*\) .*/\1 lost \3-\2/p' \
        "$work/results" >"$work/matches.server"
    sed -n 's/^game BOT_a [A-Za-z_0-9]* \([0-9]*\) .*/won \1/p
            s/^game [A-Za-z_0-9]* BOT_a \([0-9]*\) .*/lost \1/p' "$work/results" >"$work/games.server"
    [ "$(wc -l <"$work/matches.server")" -eq "$2" ] || fail "not $2 matches"
    sed -n 's/.*\(won\|lost\) the match against \([A-Za-z_0-9]*\) \([0-9]*-[0-9]*\)$/\2 \1 \3/p' \
        "$work/bot.log" | diff "$work/matches.server" - || fail "results in the log differ"
    list matches | awk -F, '$7 == "finished" { print $4, $10, $8 "-" $9 }' |
        diff "$work/matches.server" - || fail "matches of the history differ"
    list games | awk -F, '$9 != "" { print $9, $10 }' |
        diff "$work/games.server" - || fail "games of the history differ"
    [ "$(ls "$work"/matches-bot/*.mat | wc -l)" -eq "$2" ] || fail "not $2 match files"
    awk '/Wins/ { print $2 }' "$work"/matches-bot/*.mat | sort |
        diff <(cut -d' ' -f2 "$work/games.server" | sort) - || fail "match files differ"
    grep -q 'secret_a' "$work/bot.trace" "$work/bot.log" && fail "the password is in trace or log"
    : # what a drop of the connection makes a warning is none of a fault
}
list() { "$build/fibsbot" stats --csv --list "$1" "$work/history.db" | tail -n +2; }

# play POINTS MATCHES OPTIONS
play 1 2 --seed 3
grep ' warning \| error ' "$work/bot.log" && fail "warnings in the log"
play 3 4 --seed 5 --split
grep ' warning \| error ' "$work/bot.log" && fail "warnings in the log"
echo passed
