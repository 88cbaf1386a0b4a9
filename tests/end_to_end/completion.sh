#!/usr/bin/env bash
# Completions: bash takes its own and completes commands, options and values by them; zsh
# and fish, where they are installed, can read theirs, and fish completes by them too. The
# manual page has every option that --help shows, and every member of JSON of `analyse`.
set -u
. tests/end_to_end/program_library
scripts=$BUILD/completions

# ---- bash ------------------------------------------------------------------------------

. "$scripts/fibsbot.bash" || fail "bash does not read its completions"
complete -p fibsbot | grep -q -- '-F _fibsbot fibsbot' || fail "bash was not told of them"

# completes WORD...: what stands for the last word, one blank between and around
completes() {
    COMP_WORDS=(fibsbot "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _fibsbot
    found=" ${COMPREPLY[*]-} "
}

# wants WORDS -- OFFERED...: each of these is offered; with a ! before it is not
wants() {
    local line=() word
    while [ "$1" != -- ]; do
        line+=("$1")
        shift
    done
    shift
    completes "${line[@]}"
    for word; do
        case $word in
        !*) [[ $found != *" ${word#!} "* ]] || fail "\"${line[*]}\" offers ${word#!}: $found" ;;
        *) [[ $found == *" $word "* ]] || fail "\"${line[*]}\" does not offer $word: $found" ;;
        esac
    done
}

all=$("$bot" help | sed -n 's/^  \([a-z]*\)  .*/\1/p' | grep -v fibsbot)
[ "$(wc -w <<<"$all")" -ge 10 ] || fail "the list of subcommands has changed its form"
wants '' -- $all '!completion' '!train'
wants 'an' -- analyse '!play'
wants lab '' -- train rollout selfplay '!play'
wants lab 'ro' -- rollout '!train'
wants analyse --pl -- --ply --plays --played '!--cube-ply'
wants analyze --pl -- --ply
wants lab '' -- evaluate positions '!judge' '!race-evaluate' '!cube-efficiency'
wants tourney --ju -- '!--judge'
wants lab train --th -- --threads
wants tourney --luck '' -- none small big both 1-ply '!deep'
wants tourney --luck b -- big both '!none'
wants tourney --luck = -- none 1-ply
wants tourney --luck = 1 -- 1-ply '!none'
wants tourney --luck both --se -- --seed '!none'
wants spar -l '' -- beginner strongest
wants play --log-level w -- warning '!error'
wants weights '' -- list verify fetch pack
wants bench --kernel '' -- plain avx2 avx512 vnni512 neon neondot
wants analyse --threads '' -- '!--ply'

mkdir "$folder/a folder"
: >"$folder/a file"
completes lab train --data "$folder/a"
[ "${#COMPREPLY[@]}" -eq 2 ] || fail "files: ${COMPREPLY[*]}"
completes play -c "$folder/a f"
[ "${#COMPREPLY[@]}" -eq 2 ] || fail "files behind a letter: ${COMPREPLY[*]}"
completes lab train --out "$folder/a"
[ "${COMPREPLY[*]}" = "$folder/a folder" ] || fail "folders: ${COMPREPLY[*]}"

# ---- every option of every command ---------------------------------------------------------

declare -A documented
while read -r option; do documented[$option]=1; done < <(
    grep -oE '\\fB\\-\\-[a-z\\-]+\\fR' "$BUILD/fibsbot.1" | sed 's/^\\fB/manual /; s/\\fR$//; s/\\//g'
    grep -oE -- ' -l [a-z-]+' "$scripts/fibsbot.fish" | sed 's/ -l /fish --/'
    grep -oE -- '--[a-z-]+' "$scripts/fibsbot.zsh" | sed 's/^/zsh /'
)

check_command() {
    local option place
    "$bot" "$@" --help >"$folder/help" || fail "$*: no help"
    grep -q '^usage: fibsbot' "$folder/help" || fail "$*: no usage"
    awk 'length > 80 { bad = 1; print } END { exit bad }' "$folder/help" || fail "$*: too wide"
    while read -r option; do
        wants "$@" "$option" -- "$option"
        for place in manual fish zsh; do
            [ -n "${documented[$place $option]:-}" ] || fail "$* $option: $place"
        done
    done < <(sed -n 's/^  \(-[a-z], \|    \)\{0,1\}\(--[a-z-]*\).*/\2/p' "$folder/help" | grep -v '^--help$')
}

for command in $all; do
    [ "$command" = lab ] || check_command "$command"
done
for tool in $("$bot" lab help | sed -n 's/^  \([a-z-]*\)  .*/\1/p'); do
    check_command lab "$tool"
done
grep -q '^@' "$BUILD/fibsbot.1" && fail "the manual page was not filled in"

# Each member of the objects of `analyse --json` stands in the manual page.
cube='XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10'
{
    "$bot" analyse --json --ply 0 "$cube" "${cube/:00:/:31:}" &&
        "$bot" analyse --json --ply 0 tests/data/matches &&
        "$bot" analyse --json --rollout --trials 36 --truncate 3 "$cube"
} >"$folder/objects" 2>"$folder/said" || fail "analyse --json: $(cat "$folder/said")"
grep -oE '"[a-z_]+":' "$folder/objects" | tr -d '":' | sort -u >"$folder/members"
[ "$(wc -l <"$folder/members")" -gt 60 ] || fail "too few members: $(wc -l <"$folder/members")"
while read -r member; do
    grep -qw "$member" "$BUILD/fibsbot.1" || fail "the manual page lacks the member $member"
done <"$folder/members"

# ---- what is typed wrongly -----------------------------------------------------------------

status=0
"$bot" analyse --plys 3 2>"$folder/said" || status=$?
[ "$status" -eq 2 ] && grep -q 'did you mean --ply?' "$folder/said" || fail "--plys: $(cat "$folder/said")"
status=0
"$bot" analise 2>"$folder/said" || status=$?
[ "$status" -eq 2 ] && grep -q 'did you mean `fibsbot analyse`?' "$folder/said" || fail "$(cat "$folder/said")"
"$bot" analyze --ply=0 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10' | grep -q '8/5 6/5' || fail "analyze"

# ---- the other shells ----------------------------------------------------------------------

if command -v zsh >/dev/null; then
    zsh -n "$scripts/fibsbot.zsh" || fail "zsh does not read its completions"
fi
if command -v fish >/dev/null; then
    HOME=$folder fish -c "source $scripts/fibsbot.fish; complete -C 'fibsbot lab tr'" >"$folder/out" || fail "fish"
    grep -q '^train' "$folder/out" || fail "fish: $(cat "$folder/out")"
    HOME=$folder fish -c "source $scripts/fibsbot.fish; complete -C 'fibsbot tourney --luck '" | grep -q '^1-ply' || fail "fish: values"
fi
exit 0
