#!/usr/bin/env bash
# Hints of the tutor in a browser, asked before and after it has thought: none stays away.
# A program that is stopped for a while is told of within five seconds. HINTS=N: so many,
# 20 if not given. PICTURES=FOLDER keeps what it looks like. SEED=N: another match.
set -u
. tests/end_to_end/browser_library
play_in_browser table_hints.py
