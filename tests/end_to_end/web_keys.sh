#!/usr/bin/env bash
# A whole 3-point match in a browser by the keyboard alone, with a double and a resignation.
# PICTURES=FOLDER keeps what each kind of state looks like.
set -u
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    { echo "no chromium: nobody plays in the browser (scripts/install-deps --browser)"; exit 77; }
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
. tests/end_to_end/library
timeout 540 python3 tests/tools/table_keys.py "$build/fibsbot" "$browser" "$work" || fail "the match by the keyboard"
