#!/usr/bin/env bash
# A whole 3-point match in a browser, by clicking, with a reload in mid-turn, a second tab
# and the program killed and started again in it. PICTURES=FOLDER keeps what it looks like.
set -u
. tests/end_to_end/browser_library
play_in_browser table_match.py
