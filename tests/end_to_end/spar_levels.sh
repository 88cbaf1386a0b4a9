#!/usr/bin/env bash
# The level that a person chooses in the browser or the terminal of `spar`, which was started
# without one, is what the bot plays, what match files and results say, and what a match that
# was left goes on at. SEED=N: another match. Judged by the net that a beginner has, who misjudges
# by chance alone: its error rate is 32 and more, 15 without that and 2 at the strength of no level.
set -u
. tests/end_to_end/library
command -v python3 >/dev/null || exit 77
cp -r tests/data/fixtures/lab/nets "$work/nets" && sed -i 's/^big .*/big small.net/' "$work/nets/weights.txt"
export FIBSBOT_WEIGHTS=$work/nets
timeout 900 python3 tests/tools/levels.py "$build/fibsbot" "$work" || fail "the levels"
