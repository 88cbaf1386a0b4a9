#!/usr/bin/env bash
# `fibsbot config`: the template passes its own check, faults are told with their line.
set -eu
fibsbot=$BUILD/fibsbot
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$fibsbot" config --template >"$work/bot.conf"
"$fibsbot" config --check "$work/bot.conf"
cmp "$work/bot.conf" bot.conf || { echo 'bot.conf is not what --template prints; run make docs'; exit 1; }

# the schema has every option of the template, with its default
"$fibsbot" config --schema >"$work/schema"
while read -r name; do
    grep -q "^        \"$name\": {" "$work/schema" || { echo "not in the schema: $name"; exit 1; }
done < <(sed -n 's/^\([a-z_0-9]*\) =.*/\1/p' bot.conf)
old=$(grep -c '"deprecated": true' "$work/schema")
[ "$old" -eq 5 ]
[ "$(grep -c '"default": ' "$work/schema")" -eq $((old + $(grep -c '^[a-z_0-9]* =' bot.conf))) ]

printf '[server]\nprot = 4321\n' >"$work/bad.conf"
if "$fibsbot" config --check "$work/bad.conf" 2>"$work/said"; then
    echo 'an unknown option was accepted'
    exit 1
fi
grep -q 'bad.conf:2: no option "prot" in \[server\]; did you mean "port"?' "$work/said"

printf '[strength]\nopponents = anna=expert, bert=strong\n' >"$work/rules.conf"
if "$fibsbot" config --check "$work/rules.conf" 2>"$work/said"; then
    echo 'an unknown level was accepted'
    exit 1
fi
grep -q "rules.conf:2: strength.opponents = 'anna=expert, bert=strong': bert=strong: expected a level" "$work/said"

printf '[strength]\nfilter_2 = 12/.24, 6/.12\n' >"$work/old.conf"
"$fibsbot" config --check "$work/old.conf" 2>"$work/said" >/dev/null
grep -q 'old.conf:2: warning: strength.filter_2 is the old form of "filter = 2: 12/.24, 6/.12"' "$work/said"

# the account name is needed to play only
status=0
"$fibsbot" play --config "$work/bot.conf" 2>"$work/said" || status=$?
[ "$status" -eq 2 ]
grep -q 'fibsbot play: no account: give --name NAME' "$work/said"

# the settings in force: readable again, with their sources; nothing of a file with faults
"$fibsbot" config --show "$work/rules.conf" >"$work/said" 2>/dev/null && { echo 'shows a file with faults'; exit 1; }
[ ! -s "$work/said" ]
"$fibsbot" config --show "$work/old.conf" 2>/dev/null >"$work/shown.conf"
grep -q "^filter_2 = 12/.24, 6/.12 *; $work/old.conf:2$" "$work/shown.conf"
grep -q '^port = 4321 *; default$' "$work/shown.conf"
"$fibsbot" config --check "$work/shown.conf" --syntax-only >/dev/null 2>&1

# all that play needs: every fault at once, by --check and by play; --syntax-only sees none
printf 'blok anna\nallow bert in\nblock\n' >"$work/list"
cat >"$work/needs.conf" <<END
[server]
host = 127.0.0.1
[account]
name = our_bot
password_file = $work/no.password
state_folder = $work/state
[accept]
list_file = $work/list
[record]
folder = $work/list/matches
[history]
file = $work/history.db
END
check_needs() { # STATUS COMMAND...
    local expected=$1 status=0
    shift
    "$fibsbot" "$@" "$work/needs.conf" </dev/null >"$work/said" 2>&1 || status=$?
    [ "$status" -eq "$expected" ] || { echo "fibsbot $*: status $status"; cat "$work/said"; exit 1; }
}
check_needs 1 config --check
for line in 'account.password_file: password file ' 'list line 1: expected block' 'list line 3: expected block' 'record.folder: '; do
    grep -q "$line" "$work/said" || { echo "not told: $line"; exit 1; }
done
[ "$(wc -l <"$work/said")" -eq 4 ]
check_needs 0 config --syntax-only --check
check_needs 1 play -c
grep -q 'list line 3: expected block' "$work/said"
grep -q 'fibsbot play: not started, because of 4 faults' "$work/said"
[ ! -e "$work/history.db" ] && [ ! -e "$work/state" ]
(umask 077 && echo hidden >"$work/no.password")
echo 'block anna' >"$work/list"
sed -i "s|^folder = .*|folder = $work/matches|" "$work/needs.conf"
check_needs 0 config --check
grep -q "needs.conf: valid" "$work/said"
echo 'weights = /nowhere' | sed '1i [strength]' >>"$work/needs.conf"
check_needs 1 config --check
grep -q 'strength.weights: weights folder: /nowhere holds no weights.txt' "$work/said"

status=0
"$fibsbot" config --nonsense 2>"$work/said" || status=$?
[ "$status" -eq 2 ]
grep -q '^usage: ' "$work/said"
scripts/update-docs --check "$BUILD"
