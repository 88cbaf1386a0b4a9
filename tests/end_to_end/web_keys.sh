#!/usr/bin/env bash
# A whole 3-point match in a browser by the keyboard alone, with a double and a resignation.
# PICTURES=FOLDER keeps what each kind of state looks like.
set -u
. tests/end_to_end/browser_library
play_in_browser table_keys.py
