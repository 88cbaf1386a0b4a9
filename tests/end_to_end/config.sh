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
[ "$(grep -c '"default": ' "$work/schema")" -eq "$(grep -c '^[a-z_0-9]* =' bot.conf)" ]

printf '[server]\nprot = 4321\n' >"$work/bad.conf"
if "$fibsbot" config --check "$work/bad.conf" 2>"$work/said"; then
    echo 'an unknown option was accepted'
    exit 1
fi
grep -q 'bad.conf line 2: no option "prot" in \[server\]; did you mean "port"?' "$work/said"

printf '[strength]\nopponents = anna=expert, bert=strong\n' >"$work/rules.conf"
if "$fibsbot" config --check "$work/rules.conf" 2>"$work/said"; then
    echo 'an unknown level was accepted'
    exit 1
fi
grep -q 'strength.opponents: expected NAME=LEVEL, found "bert=strong"' "$work/said"

status=0
"$fibsbot" config --nonsense 2>"$work/said" || status=$?
[ "$status" -eq 2 ]
grep -q '^usage: ' "$work/said"
scripts/update-docs --check "$BUILD"
