#!/usr/bin/env bash
# What each frame of the table shows, from Done to one's own dice: nothing of one's own moves
# but a blot that is hit, the bot's dice stand before it moves, one checker moves at a time.
set -u
. tests/end_to_end/browser_library
exec timeout 540 python3 tests/tools/table_frames.py "$browser"
