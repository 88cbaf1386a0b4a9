#!/usr/bin/env bash
# Every script says with --help what it does, from the first line of its head to the last, and
# does nothing else; what a script does not understand ends with its help and status 2.
set -eu
cd "$(dirname "$0")/../.."
fail() { echo "$*"; exit 1; }

# What stands at the head of a file behind its first line.
head_of() { awk 'NR > 1 { if (!sub(/^# ?/, "")) exit; print }' "$1"; }

count=0
for script in scripts/*; do
    [ "$(head -n 1 "$script")" = '#!/usr/bin/env bash' ] || continue
    for word in --help -h; do
        said=$(cd /tmp && "$OLDPWD/$script" "$word") || fail "$script $word: status $?"
        [ "$said" = "$(head_of "$script")" ] || fail "$script $word says: $said"
    done
    count=$((count + 1))
done
[ "$count" -ge 11 ] || fail "only $count scripts"

# Those in Python begin with their first line, or have it behind their options.
for script in scripts/check-layers scripts/compare-analysis scripts/mutate; do
    command -v python3 >/dev/null || break
    first=$(sed -n '2s/^"""//p' "$script")
    for word in --help -h; do
        said=$("$script" "$word") || fail "$script $word: status $?"
        [ -n "$first" ] && [[ $(tr -s '[:space:]' ' ' <<<"$said") == *"$first"* ]] || fail "$script $word says: $said"
    done
done

refused() {
    local status=0 said
    said=$("$@" 2>&1 >/dev/null) || status=$?
    [ "$status" = 2 ] && [ "$said" = "$(head_of "$1")" ] || fail "$*: status $status: $said"
}
refused scripts/bench-learner one
refused scripts/bench-peers build file else
refused scripts/install-deps --nothing
refused scripts/judge-nets build
refused scripts/run-fuzzers build
refused scripts/run-fuzzers --merge
refused scripts/run-tests build
