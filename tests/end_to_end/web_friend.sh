#!/usr/bin/env bash
# A friend at `spar --web --friend` loads the page again in the middle of a turn: the same seat,
# position and record. SEED=N: another match.
set -u
. tests/end_to_end/browser_library
play_in_browser table_friend.py
