#!/usr/bin/env bash
# What scripts and units of operators rely on (tests/data/fixtures/interface): every
# subcommand, option and option of bot.conf that an earlier version took is still taken,
# by its old name or as an alias, and exit statuses are the same.
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

# program SUBCOMMAND: its words, in the array words
program() {
    # shellcheck disable=SC2206 # "lab match" is two words
    if [ "$1" = fibsd ]; then words=("$build/fibsd"); else words=("$build/fibsbot" $1); fi
}

# answer SUBCOMMAND OPTION: what it says to the option and then to one that there is
# not, so that nothing is done
answer() {
    program "$1"
    timeout 10 "${words[@]}" "$2=@" --no-such-option </dev/null 2>&1
}

declare -A unknown
# takes SUBCOMMAND OPTION: not answered as what no version has taken. Silent where the
# whole answer is that of an unknown option, whatever its words are.
takes() {
    local said
    [ -n "${unknown[$1]:-}" ] || unknown[$1]=$(answer "$1" --zzyzx)
    said=$(answer "$1" "$2")
    [ "${said//"$2"/--zzyzx}" != "${unknown[$1]}" ] && ! grep -qiE "(unrecogni[sz]ed|unknown|no) option.*$2" <<<"$said"
}

# Under a sanitizer, where a start takes ten times as long, every fifth.
case $(basename "$build") in build | build-clang) each=1 ;; *) each=5 ;; esac
while read -r line; do
    takes "${line% --*}" "--${line##* --}" || fail "$line is no longer taken"
done < <(awk -v each=$each 'NR % each == 0' "$kept/options")
takes tourney --gamez && fail "an option that never was is taken as one"

# is_renamed SUBCOMMAND: its --help says what it is called now, and is that one's
is_renamed() {
    local now
    now=$(sed -n "s/^fibsbot $1 is now called \`\(.*\)\`$/\1/p" said)
    [ -n "$now" ] && grep -q "^usage: $now " said
}

while read -r subcommand; do
    program "$subcommand"
    "${words[@]}" --help >said 2>&1 || fail "$subcommand --help: status $?"
    grep -q "^usage: fibsbot $subcommand" said || is_renamed "$subcommand" || fail "$subcommand --help tells no usage"
done <"$kept/subcommands"

# status EXPECTED ARGUMENTS...
status() {
    local expected=$1 found=0
    shift
    timeout 20 "$build/fibsbot" "$@" </dev/null >said 2>&1 || found=$?
    [ "$found" -eq "$expected" ] || fail "fibsbot $*: status $found, not $expected: $(head -n 2 said)"
}
while read -r expected arguments; do
    # shellcheck disable=SC2086 # words
    status "$expected" $arguments
done <"$kept/statuses"

# ---- bot.conf: the whole template, every option as it was called
status 0 config --check "$kept/template.conf"
for form in --template --markdown --man --schema; do status 0 config "$form"; done
"$build/fibsbot" config --schema >said
while read -r option; do
    grep -q "\"$option\"" said || fail "no $option in the schema"
done < <(sed -nE 's/^([a-z_0-9]+) =.*/\1/p' "$kept/template.conf" | sort -u)
sed 's/^idle = /idel = /' "$kept/template.conf" >bad.conf
status 1 config --check bad.conf
[ "$failures" -eq 0 ] || exit 1
echo "$(($(wc -l <"$kept/options") / each)) options of $(wc -l <"$kept/subcommands") subcommands are taken"
