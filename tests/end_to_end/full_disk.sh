#!/usr/bin/env bash
# The disk fills up in a match, and the history is removed. The bot plays on, says so once
# a kind and not with each turn, counts, and has written everything when there is room
# again. A bot that cannot write at its start does not log in, unless told that it need not.
set -u
nets=build/weights
. tests/end_to_end/library
disk=$work/disk
mkdir "$disk"
mount -t tmpfs -o size=256k fibsbot-test "$disk" 2>/dev/null || { echo "no small disk can be mounted"; exit 77; }
trap 'umount -l "$disk"; cleanup' EXIT
start_server --seed 5 --results "$work/results" || exit 1

refuses() { # STATUS OPTION=VALUE ADVICE
    local expected=$1 status=0
    shift
    start_bot a -s "$1"
    wait_for "$last_bot" 60 || status=$?
    [ "$status" -eq "$expected" ] || fail "started with $1: status $status"
    grep -q "$2" "$work/a.log" || fail "no word about $2"
    grep -q 'logged in as' "$work/a.log" && fail "logged in with $1"
}
refuses 1 record.decisions=/dev/null/decisions 'set record.required = no'
refuses 1 history.file=/dev/null/history.db 'history.required = no'
dd if=/dev/zero of="$disk/filler" bs=1k 2>/dev/null
refuses 75 "history.file=$disk/a.db" 'history.required = no'

# What starts it in the container does so until there is room, and then it plays.
: >"$work/a.log"
(cd "$work" && PATH=$build:$PATH FIBSBOT_PAUSE=1 FIBSBOT_PASSWORD=secret_a exec "$OLDPWD/scripts/container-play" \
    play --server "127.0.0.1:$port" --name a_bot -s "history.file=$disk/a.db" 2>>"$work/a.log") &
last_bot=$!
pids="$pids $last_bot"
logged 'container-play: fibsbot ended with status 75; again in 1 s' 2
grep -q 'logged in as' "$work/a.log" && fail "logged in on a full disk"
rm "$disk"/*
logged 'logged in as'
kill -TERM "$last_bot"
wait_for "$last_bot" 60 || fail "after the full disk: status $?"
rm -f "$disk"/*
: >"$work/a.log"

"$build/tests/tools/webhook" 0 >"$work/heard" &
pids="$pids $!"
within 30 grep -q '^port' "$work/heard"
(umask 077 && echo "http://127.0.0.1:$(sed -n 's/^port //p' "$work/heard")/hook" >"$work/url")

status=$(free_port)
start_bot b -s history.file= --invite a_bot:9 -s invite.idle=1
start_bot a -s "record.folder=$disk/matches" -s "record.decisions=$disk/decisions" \
    -s "history.file=$work/a.db" -s record.sgf=yes -s "status.port=$status" --matches 1 \
    -s play.move_time=20 -s "notify.url_file=$work/url"
bot=$last_bot
logged 'recording the match'
dd if=/dev/zero of="$disk/filler" bs=1k 2>/dev/null
rm "$work"/a.db*
logged 'error .*match file: not written, to be tried again: .*No space left'
logged 'error .*decisions: not written, to be tried again: '
logged 'error .*history: not written, to be tried again: .*removed or replaced'
kill -HUP "$bot" # what passes keeps nobody from another configuration
logged 'configuration reloaded: no changes'
before=$(grep -c 'play_sent' "$work/a.log")
within 60 has_lines "$work/a.log" play_sent $((before + 10))
[ "$(grep -c 'match file: .*not written' "$work/a.log")" -eq 1 ] || fail "it says so with each turn"
exec 4<>"/dev/tcp/127.0.0.1/$status" && printf 'GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&4
failures=$(sed -n 's/^fibsbot_storage_failures_total.* \([0-9]*\)\r*$/\1/p' <&4)
exec 4>&-
for what in 'match file' decisions history; do
    [ "$(grep -c "\"event\":\"error\".*$what: not written" "$work/heard")" -eq 1 ] ||
        fail "the webhook does not hear of the $what, or more than once"
done
[ "${failures:-0}" -ge 3 ] || fail "failures on the page of metrics: ${failures:-none}"
rm "$disk/filler"
wait_for "$bot" 100 || fail "the bot ended with $?"
mine=("$disk"/matches/*.mat) other=("$work"/matches-b/*.mat)
[ ${#mine[@]} -eq 1 ] && [ -s "${mine[0]%.mat}.sgf" ] || fail "not one match file with its SGF"
for word in Wins Doubles Takes Drops; do
    [ "$(grep -o "$word" "${mine[0]}" | wc -l)" -eq "$(grep -o "$word" "${other[0]}" | wc -l)" ] ||
        fail "the match file lacks some $word"
done
[ "$(grep -c ':  *[0-9]*:\|[0-9][0-9]: ' "${mine[0]}")" -gt 20 ] || fail "no plays in the match file"
[ -z "$(find "$disk" -size 0)" ] || fail "empty files stay"
[ "$("$build/fibsbot" stats --csv --list errors "$work/a.db" | wc -l)" -ge 1 ] || fail "no new history"
echo "$failures failed writes, $(grep -c 'not written' "$work/a.log") lines, nothing lost"
