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

status=0
"$fibsbot" config --nonsense 2>"$work/said" || status=$?
[ "$status" -eq 2 ]
grep -q '^usage: ' "$work/said"
scripts/update-docs --check "$BUILD"
