#!/usr/bin/env bash
# The page of the table as a browser shows it, from a phone to a wide screen, light and
# dark: clicks, drags, keys and touch become actions, and all can be read.
# PICTURES=FOLDER keeps a picture of every view.
set -u
. tests/end_to_end/browser_library
exec timeout 540 python3 tests/tools/table_page.py "$browser" ${PICTURES:+"$PICTURES"}
