#!/usr/bin/env bash
# `fibsbot config`: the template passes its own check, faults are told with their line.
set -eu
. tests/end_to_end/program_library

"$bot" config --template >"$folder/bot.conf"
"$bot" config --check "$folder/bot.conf"
cmp "$folder/bot.conf" bot.conf || { echo 'bot.conf is not what --template prints; run make docs'; exit 1; }

# the schema has every option of the template, with its default
"$bot" config --schema >"$folder/schema"
while read -r name; do
    grep -q "^        \"$name\": {" "$folder/schema" || { echo "not in the schema: $name"; exit 1; }
done < <(sed -n 's/^\([a-z_0-9]*\) =.*/\1/p' bot.conf)
old=$(grep -c '"deprecated": true' "$folder/schema")
[ "$old" -eq 5 ]
[ "$(grep -c '"default": ' "$folder/schema")" -eq $((old + $(grep -c '^[a-z_0-9]* =' bot.conf))) ]
grep -q '"on_stop":{"enum":\["finish","game","leave"\],' <(tr -d ' \n' <"$folder/schema") || { echo 'other choices in the schema'; exit 1; }

printf '[server]\nprot = 4321\n' >"$folder/bad.conf"
if "$bot" config --check "$folder/bad.conf" 2>"$folder/said"; then
    echo 'an unknown option was accepted'
    exit 1
fi
grep -q 'bad.conf:2: no option "prot" in \[server\]; did you mean "port"?' "$folder/said"

printf '[strength]\nopponents = anna=expert, bert=strong\n' >"$folder/rules.conf"
if "$bot" config --check "$folder/rules.conf" 2>"$folder/said"; then
    echo 'an unknown level was accepted'
    exit 1
fi
grep -q "rules.conf:2: strength.opponents = 'anna=expert, bert=strong': bert=strong: expected a level" "$folder/said"

printf '[strength]\nfilter_2 = 12/.24, 6/.12\n' >"$folder/old.conf"
"$bot" config --check "$folder/old.conf" 2>"$folder/said" >/dev/null
grep -q 'old.conf:2: warning: strength.filter_2 is the old form of "filter = 2: 12/.24, 6/.12"' "$folder/said"

# the account name is needed to play only
status=0
"$bot" play --config "$folder/bot.conf" 2>"$folder/said" || status=$?
[ "$status" -eq 2 ]
grep -q 'fibsbot play: no account: give --name NAME' "$folder/said"

# the settings in force: readable again, with their sources; nothing of a file with faults
"$bot" config --show "$folder/rules.conf" >"$folder/said" 2>/dev/null && { echo 'shows a file with faults'; exit 1; }
[ ! -s "$folder/said" ]
"$bot" config --show "$folder/old.conf" 2>/dev/null >"$folder/shown.conf"
grep -q "^filter_2 = 12/.24, 6/.12 *; $folder/old.conf:2$" "$folder/shown.conf"
grep -q '^port = 4321 *; default$' "$folder/shown.conf"
"$bot" config --check "$folder/shown.conf" --syntax-only >/dev/null 2>&1

# all that play needs: every fault at once, by --check and by play; --syntax-only sees none
printf 'blok anna\nallow bert in\nblock\n' >"$folder/list"
cat >"$folder/needs.conf" <<END
[server]
host = 127.0.0.1
[account]
name = our_bot
password_file = $folder/no.password
state_folder = $folder/state
[accept]
list_file = $folder/list
[record]
folder = $folder/list/matches
[history]
file = $folder/history.db
END
check_needs() { # STATUS COMMAND...
    local expected=$1 status=0
    shift
    "$bot" "$@" "$folder/needs.conf" </dev/null >"$folder/said" 2>&1 || status=$?
    [ "$status" -eq "$expected" ] || { echo "fibsbot $*: status $status"; cat "$folder/said"; exit 1; }
}
check_needs 1 config --check
for line in 'account.password_file: password file ' 'list line 1: expected block' 'list line 3: expected block' 'record.folder: '; do
    grep -q "$line" "$folder/said" || { echo "not told: $line"; exit 1; }
done
[ "$(wc -l <"$folder/said")" -eq 4 ]
check_needs 0 config --syntax-only --check
check_needs 1 play -c
grep -q 'list line 3: expected block' "$folder/said"
grep -q 'fibsbot play: not started, because of 4 faults' "$folder/said"
[ ! -e "$folder/history.db" ]
[ ! -e "$folder/state" ]
(umask 077 && echo hidden >"$folder/no.password")
echo 'block anna' >"$folder/list"
sed -i "s|^folder = .*|folder = $folder/matches|" "$folder/needs.conf"
check_needs 0 config --check
grep -q "needs.conf: valid" "$folder/said"
echo 'weights = /nowhere' | sed '1i [strength]' >>"$folder/needs.conf"
check_needs 1 config --check
grep -q 'strength.weights: weights folder: /nowhere holds no weights.txt' "$folder/said"

for unread in "$folder/not.conf" "$folder"; do # no word on the needs of the defaults
    status=0
    "$bot" config --check "$unread" 2>"$folder/said" || status=$?
    [ "$status" -eq 1 ]
    [ "$(wc -l <"$folder/said")" -eq 1 ]
done

# a wrong file of options is 1, a wrong option 2, whoever reads it; an empty history is no old one
: >"$folder/none.trace"
status_of() { status=0; "$@" >/dev/null 2>"$folder/said" || status=$?; echo "$status"; }
for unread in missing.conf bad.conf; do
    for command in "stats -c $folder/$unread" "replay -c $folder/$unread $folder/none.trace" "play -c $folder/$unread"; do
        # shellcheck disable=SC2086
        [ "$(status_of "$bot" $command)" -eq 1 ] || { echo "$command: not 1: $(cat "$folder/said")"; exit 1; }
        grep -q "$folder/$unread:" "$folder/said"
    done
done
[ "$(status_of "$bot" replay -s server.prot=1 "$folder/none.trace")" -eq 2 ]
[ "$(status_of "$bot" stats "$folder/none.trace")" -eq 1 ]
grep -q 'none.trace: empty; fibsbot play writes the history' "$folder/said"
status=0
"$bot" config --nonsense 2>"$folder/said" || status=$?
[ "$status" -eq 2 ]
grep -q '^usage: ' "$folder/said"
scripts/update-docs --check "$BUILD"
