#!/usr/bin/env bash
# Our engine as the external player of GNU Backgammon: answers to strangers, and matches
# from a lop-sided score through the Crawford game, in which the analysis finds no error.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
bot=$BUILD/fibsbot
folder=$(mktemp -d)
server=''
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT
PATH=$PATH:/usr/games

fail() { echo "$*"; exit 1; }
start() {
    : >"$folder/server"
    "$bot" external 0 "$@" >"$folder/server" 2>&1 &
    server=$!
    for _ in $(seq 300); do
        port=$(sed -n 's/^listening on 127.0.0.1:\([0-9]*\)$/\1/p' "$folder/server")
        [ -n "$port" ] && return 0
        sleep 0.1
    done
    fail "it does not listen: $(cat "$folder/server")"
}
start --ply 0

# Questions, faults and hostile bytes on several connections.
python3 - "$port" <<'END' || fail "the answers are others"
import socket, sys
port = int(sys.argv[1])
def connect():
    s = socket.create_connection(("127.0.0.1", port), 30)
    return s, s.makefile("rb")
def ask(client, line):
    client[0].sendall(line + b"\n")
    return client[1].readline().decode().rstrip("\n")
points = b"0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
def board(turn=b"1", dice=b"3:1:3:1", cube=b"1:1:1:0", words=b"", points=points):
    return b"board:a:b:7:2:5:" + points + b":" + turn + b":" + dice + b":" + cube + b":1:-1:0:25:0:0:0:0:0:0:0:1" + words
first, second = connect(), connect()
assert ask(first, board()) == "8/5 6/5", ask(first, board())
assert ask(second, b"\0" + board()) == "8/5 6/5"          # as gnubg sends the second line
assert ask(first, board(dice=b"0:0:0:0")) == "roll"
assert ask(first, board(dice=b"0:0:0:0", cube=b"1:1:1:1")) == "take"
assert ask(first, board(dice=b"0:0:0:0", words=b" resignation 3")) == "accept"
race = b"0:15" + b":0" * 22 + b":-15:0"
assert ask(first, board(dice=b"0:0:0:0", cube=b"1:1:1:1", points=race)) in ("take", "drop")
closed = b"0:0:0:0:0:0:14:0:0:0:0:0:0:0:0:0:0:0:0:-3:-2:-2:-2:-3:-3:1"
assert ask(first, board(points=closed)) == "", "a dance is an empty line"
assert ask(first, b"hello").startswith("Error: expected a board line")
assert ask(first, b"x" * 5000) == "Error: the line is too long"
assert ask(first, board()) == "8/5 6/5", "nothing is left of the long line"
assert ask(first, b"version").startswith("fibsbot ")
crowd = [connect() for _ in range(8)]
assert crowd[-1][1].readline() == b"", "one more than it serves"
for c in crowd: c[0].close()
first[0].sendall(b"exit\n")
assert first[1].readline() == b""
assert ask(second, board()) == "8/5 6/5"
END
kill "$server"
wait "$server" || fail "it ends with status $?"
server=''

status=0
"$bot" external 70000 2>"$folder/err" || status=$?
[ "$status" = 2 ] && grep -q 'PORT' "$folder/err" || fail "port 70000: $(cat "$folder/err")"
status=0
"$bot" external 0 --host example.invalid 2>"$folder/err" || status=$?
[ "$status" = 2 ] && grep -q 'is not an IPv4 address' "$folder/err" || fail "a name: $(cat "$folder/err")"

command -v gnubg >/dev/null || { echo "no gnubg"; exit 77; }

# match PLAYER SEED SCORE: gnubg plays on from that score against our player. At first nobody
# plays: player 0, gnubg's own by default, would make the first play before the score is set.
match() {
    cat >"$folder/commands" <<END
set threads 1
set rng mersenne
set seed $2
set display off
set automatic game off
set automatic roll off
set automatic move off
set automatic bearoff off
set player 0 human
set player 1 human
new match 7
set score $3
set player $((1 - $1)) gnubg
set player $((1 - $1)) chequerplay evaluation plies 0
set player $((1 - $1)) cubedecision evaluation plies 0
set automatic game on
set automatic roll on
set automatic move on
set player $1 external localhost:$port
play
END
    rm -f "$folder/match.mat"
    : >"$folder/out"
    {
        cat "$folder/commands"
        for _ in $(seq 600); do
            grep -q 'has won the match' "$folder/out" && break
            sleep 0.2
        done
        echo "export match mat $folder/match.mat"
        for _ in $(seq 100); do
            [ -s "$folder/match.mat" ] && break
            sleep 0.1
        done
    } | HOME=$folder gnubg -t -q -r >"$folder/out" 2>&1 || true
    grep -q 'has won the match' "$folder/out" || fail "no end of the match: $(tail -n 30 "$folder/out")"
    ! grep -qi 'illegal\|invalid' "$folder/out" || fail "$(grep -i 'illegal\|invalid' "$folder/out")"
}

after_crawford() {
    grep '"kind":"game"' "$folder/all" | grep -Eq '"score":\[(6,[0-6]|[0-6],6)\],"is_crawford":true' &&
        grep '"kind":"game"' "$folder/all" | grep -Eq '"score":\[(6,[0-6]|[0-6],6)\],"is_crawford":false'
}

# same_plays PLAYER: each play of ours is the one that our engine finds for the position in
# the finished match, which knows the score; the cube actions are as good.
same_plays() {
    python3 - "$folder/analysis" "$1" "$bot" <<'END'
import collections, json, re, subprocess, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
us = lines[-1]["players"][int(sys.argv[2])]
def moves(text):
    """What leaves and what reaches each point."""
    total = collections.Counter()
    for word in text.split():
        times = int(re.search(r"\((\d)\)", word).group(1)) if "(" in word else 1
        points = re.sub(r"\(\d\)|\*", "", word).split("/")
        total[points[0]] -= times
        total[points[-1]] += times
    return {point: count for point, count in total.items() if count}
plays = [d for d in lines if d["kind"] == "decision" and d["action"] == "play" and d["player"] == us["player"]]
ubgi = subprocess.Popen([sys.argv[3], "ubgi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def best(xgid):
    ubgi.stdin.write(f"position xgid {xgid}\ngo chequer depth 1\n")
    ubgi.stdin.flush()
    while True:
        line = ubgi.stdout.readline()
        if line.startswith("bestmove"):
            return line[len("bestmove"):].replace("pass", "")
        assert line and not line.startswith("error"), line
assert len(plays) > 5
for d in plays:
    assert moves(d["played"]) == moves(best(d["xgid"])), d
assert us["cube_loss"] < 1e-6, us
ubgi.stdin.close()
END
}

# The Crawford game and one after it are among the games.
start --ply 0
: >"$folder/all"
for seed in $(seq 24); do
    match $((seed % 2)) "$seed" '5 2'
    grep -q ' : 5 .* : 2' "$folder/match.mat" || fail "another score: $(head -n 12 "$folder/match.mat")"
    "$bot" analyse "$folder/match.mat" --ply 0 --json >"$folder/analysis" 2>"$folder/err" || fail "no analysis: $(cat "$folder/err")"
    same_plays $((seed % 2)) || fail "seed $seed: our decisions are others at this score"
    cat "$folder/analysis" >>"$folder/all"
    [ "$seed" -ge 4 ] || continue
    after_crawford && break
done
after_crawford || fail "no game after the Crawford game"
