#!/usr/bin/env bash
# What scripts and units of operators rely on (tests/data/fixtures/interface): every
# subcommand, option and option of bot.conf that an earlier version took is still taken,
# or by the name that the list `gone` has for it, and exit statuses are the same.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=$(cd "${BUILD:-build}" && pwd)
kept=$PWD/tests/data/fixtures/interface
export FIBSBOT_WEIGHTS=$PWD/build/weights
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

failures=0
fail() { echo "$*"; failures=$((failures + 1)); }

# present NAME: what a subcommand, or an option of it, is called now; empty: it is gone
declare -A gone
while IFS='|' read -r old _ new; do
    old=$(xargs <<<"$old") new=$(xargs <<<"$new")
    gone[$old]=$new
done < <(grep -v '^#' "$kept/gone")
present() {
    local subcommand=${1% --*} option=
    [ "$subcommand" = "$1" ] || option=" --${1##* --}"
    subcommand=${gone[$subcommand]-$subcommand}
    [ -z "$option" ] || subcommand=${subcommand% --*}
    echo "${gone["$1"]-${subcommand:+$subcommand$option}}"
}

# program SUBCOMMAND: its words, in the array words
program() {
    # shellcheck disable=SC2206 # "lab match" is two words
    if [ "$1" = fibsd ]; then words=("$build/fibsd"); else words=("$build/fibsbot" $1); fi
}

# answer SUBCOMMAND OPTION: what it says to the option and then to one that there is
# not, so that nothing is done
answer() {
    program "$1"
    timeout 60 "${words[@]}" "$2=@" --no-such-option </dev/null 2>&1
}

declare -A unknown
# takes SUBCOMMAND OPTION: not answered as what no version has taken. Silent where the
# whole answer is that of an unknown option, whatever its words are.
takes() {
    local said
    [ -n "${unknown[$1]:-}" ] || unknown[$1]=$(answer "$1" --zzyzx)
    said=$(answer "$1" "$2")
    [ "${said//"$2"/--zzyzx}" != "${unknown[$1]}" ] && ! [[ ${said,,} =~ (unrecogni[sz]ed|unknown|no)\ option[^$'\n']*"$2" ]]
}

# Under a sanitizer, where a start takes ten times as long, every fifth.
case $(basename "$build") in build | build-alignment) each=1 ;; *) each=5 ;; esac
while read -r line; do
    now=$(present "$line")
    [ -z "$now" ] || takes "${now% --*}" "--${now##* --}" || fail "$now is not taken, once $line"
done < <(awk -v each=$each 'NR % each == 0' "$kept/options")
takes tourney --gamez && fail "an option that never was is taken as one"

while read -r subcommand; do
    now=$(present "$subcommand")
    [ -n "$now" ] || continue
    program "$now"
    "${words[@]}" --help >said 2>&1 || fail "$now --help: status $?"
    grep -q "^usage: fibsbot ${now%% --*}" said || fail "$now --help prints no usage"
done <"$kept/subcommands"

# status EXPECTED ARGUMENTS...
status() {
    local expected=$1 found=0
    shift
    timeout 60 "$build/fibsbot" "$@" </dev/null >said 2>&1 || found=$?
    [ "$found" -eq "$expected" ] || fail "fibsbot $*: status $found, not $expected: $(head -n 2 said)"
}
for old in "${!gone[@]}"; do
    # shellcheck disable=SC2086 # words
    status 2 $old
    grep -qE 'unknown (command|option)' said || fail "$old is not refused as unknown: $(head -n 2 said)"
done
while read -r expected arguments; do
    read -r room tool rest <<<"$arguments"
    # A usage error is one still: there is no such command.
    [ "$expected" = 2 ] || arguments="$(present "$room $tool") $rest"
    [ "$arguments" != " $rest" ] || continue
    # shellcheck disable=SC2086 # words
    status "$expected" $arguments
done <"$kept/statuses"

status 2 help analize
grep -q 'unknown command "analize"; did you mean' said || fail "help of an unknown command: $(head -n 2 said)"
status 0 help lab levels
grep -q '^usage: fibsbot lab levels' said || fail "help of a tool: $(head -n 2 said)"

# ---- bot.conf: the whole template, every option as it was called
status 0 config --check "$kept/template.conf"
for form in --template --markdown --man --schema; do status 0 config "$form"; done
"$build/fibsbot" config --man | grep '[.!?][.]$' && fail 'a default that is a sentence ends with two full stops'
"$build/fibsbot" config --schema | grep -o '"[a-z_0-9]*"' | tr -d '"' | sort -u >said
while read -r option; do
    fail "no $option in the schema"
done < <(comm -13 said <(sed -nE 's/^([a-z_0-9]+) =.*/\1/p' "$kept/template.conf" | sort -u))
sed 's/^idle = /idel = /' "$kept/template.conf" >bad.conf
status 1 config --check bad.conf
[ "$failures" -eq 0 ] || exit 1
echo "$(($(wc -l <"$kept/options") / each)) options of $(wc -l <"$kept/subcommands") subcommands are taken"
