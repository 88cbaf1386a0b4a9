#!/usr/bin/env bash
# The page of the table as a browser shows it, from a phone to a wide screen, light and
# dark: clicks, drags, keys and touch become actions, and all can be read.
# PICTURES=FOLDER keeps a picture of every view.
set -u
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    { echo "no chromium: nobody looks at the page (scripts/install-deps --browser)"; exit 77; }
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
exec timeout 540 python3 tests/tools/table_page.py "$browser" ${PICTURES:+"$PICTURES"}
