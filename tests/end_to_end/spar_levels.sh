#!/usr/bin/env bash
# The level that a person chooses in the browser or the terminal of `spar`, which was started
# without one, is what the bot plays, what match files and results say, and what a match that
# was left goes on at. SEED=N: another match.
set -u
. tests/end_to_end/library
command -v python3 >/dev/null || exit 77
timeout 900 python3 tests/tools/levels.py "$build/fibsbot" "$work" || fail "the levels"
