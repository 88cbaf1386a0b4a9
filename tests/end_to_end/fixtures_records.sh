#!/usr/bin/env bash
# Records that an earlier version wrote (tests/data/fixtures/README.md) tell the same
# today: histories of both schemas, a trace played again, and what analyse and stats
# print for programs, to which fields may be added, but none taken away or changed.
set -u
cd "$(dirname "$0")/../.." || exit 1
bot=$(cd "${BUILD:-build}" && pwd)/fibsbot
folder=$(mktemp -d) || exit 1
player=
trap '[ -z "$player" ] || kill -KILL "$player" 2>/dev/null; rm -rf "$folder"' EXIT
cp -R tests/data/fixtures/play/run tests/data/fixtures/lab/nets "$folder" && chmod -R u+w "$folder" && cd "$folder/run" || exit 1
export FIBSBOT_WEIGHTS=../nets XDG_STATE_HOME=$folder/state

fail() { echo "$*"; exit 1; }

# The values and names of JSON one a line, six decimals; texts of errors are for people
fields() {
    sed -E 's/"error":"[^"]*"/"error":""/g; s/([0-9]\.[0-9]{6})[0-9]*/\1/g; s/[][{},]/\n/g' "$1" | grep -v '^ *$'
}

# has_all NAME WRITTEN NOW: every field of JSON, in order
has_all() {
    fields "$2" >fields.old
    fields "$3" >fields.new
    [ -s fields.old ] || fail "$1: nothing to compare"
    diff fields.old fields.new | grep '^<' >lost && fail "$1: lost or changed: $(head -n 5 lost)"
}

# begins_as NAME WRITTEN NOW: each line as it was, behind which columns may be added
begins_as() {
    local old new
    [ -s "$2" ] || fail "$1: nothing to compare"
    [ "$(wc -l <"$2")" = "$(wc -l <"$3")" ] || fail "$1: $(wc -l <"$3") lines, not $(wc -l <"$2")"
    while IFS= read -r old <&3 && IFS= read -r new <&4; do
        [[ $new == "$old"* ]] || fail "$1: \"$new\", not \"$old\""
    done 3<"$2" 4<"$3"
}

# ---- histories
# tells DB NAME: as NAME.json, NAME.csv, NAME.lists
tells() {
    local key list
    "$bot" stats --json "$1" >now.json || fail "$1: stats refuses it"
    for key in opponent length level day week month year account; do "$bot" stats --by "$key" --csv "$1"; done >now.csv
    for list in matches games refusals errors connections; do
        "$bot" stats --list "$list" --csv "$1"
        "$bot" stats --list "$list" --json "$1"
    done >now.lists
    has_all "stats --json of $2" "$2.json" now.json
    begins_as "stats --csv of $2" "$2.csv" now.csv
    for list in "$2" now; do
        grep -v '^{' "$list.lists" >"$list.rows"
        grep '^{' "$list.lists" >"$list.objects"
    done
    begins_as "stats --list --csv of $2" "$2.rows" now.rows
    has_all "stats --list --json of $2" "$2.objects" now.objects
}
for version in 1 2; do gzip -dc "history-$version.db.gz" >"$version.db" || fail "no history-$version.db.gz"; done
# bring_up_to_date DB: stats refuses it until a bot has opened it
bring_up_to_date() {
    "$bot" stats --json "$1" >/dev/null 2>&1 && fail "$1: an older schema is told without being brought up to date"
    FIBSBOT_PASSWORD=x "$bot" play --server 127.0.0.1:1 --name someone -s history.file="$1" -s record.matches=no >said 2>&1 &
    player=$!
    for _ in $(seq 300); do "$bot" stats --json "$1" >/dev/null 2>&1 && break; sleep 0.1; done
    kill -TERM "$player"
    wait "$player" 2>/dev/null
    player=
    "$bot" stats --json "$1" >/dev/null 2>now || fail "$1: the schema is not brought up to date: $(cat now said)"
}
bring_up_to_date 1.db
bring_up_to_date 2.db
tells 1.db history-1
tells 2.db history-2

# ---- a trace: the same commands by the same weights; others where a line is another
gzip -dc whole.trace.gz >whole
replay() {
    "$bot" replay -s strength.weights=../nets -s strength.play_ply=0 -s strength.cube_ply=0 \
        -s 'strength.filter=0: 8/.16' -s play.max_matches=1 \
        -s invite.names=a_bot -s invite.length=3 -s invite.idle=1 "$1" >said 2>&1
}
replay whole || fail "the trace is played otherwise: $(grep '^[-+]' said | head -n 5)"
grep -q '^45 decisions, 60 commands' said || fail "replay: $(tail -n 1 said)"
for line in '3037 ? double? score 0-0 of 3, cube 2 ours: double (equity +0.911 without doubling)' \
    '3040 ? play 4-2, score 0-0 of 3, cube 4 theirs' '3034 ? take? score 0-0 of 3, cube 1 centred: yes'; do
    grep -qx " *$line" said || fail "replay tells no \"$line\""
done
sed '0,/ C: move/s/ C: move .*/ C: move 1-2/' whole >other
replay other && fail 'another play was not noticed'
grep -qx ' *3020 - move 1-2' said && grep -qx ' *3020 + move 13-9 9-6' said || fail "not what was then and is now: $(grep ' [-+] ' said)"
sed 's/\( S: board:You:[^:]*\):3:0:0:/\1:3:1:0:/' whole >other
replay other
grep -q ' play .*, score 1-0 of 3, cube ' said || fail "another score: $(grep -m 1 score said)"

# ---- analyse
# as_before FILE OPTIONS...
as_before() {
    local file=$1
    shift
    "$bot" analyse --json "$@" - <positions >now.json
    [ "$(wc -l <now.json)" -eq "$(wc -l <positions)" ] || fail "analyse $*: not one line a position"
    has_all "analyse $*" "$file" now.json
}
as_before analyse.json --ply 1
as_before rollouts.json --ply 0 --rollout --trials 36 --truncate 3
for field in id kind ply win win_gammon win_backgammon lose_gammon lose_backgammon equity_cubeless equity_cubeful plays \
    play equity difference outputs position_id cube no_double double_take double_pass action; do
    grep -q "\"$field\":" analyse.json || fail "analyse --json has no $field"
done
"$bot" analyse --json --ply 2 - <positions >now.json
(has_all 'analyse of another ply' analyse.json now.json) >said && fail 'another ply was not noticed'
echo "records: told as they were"
