#!/usr/bin/env bash
# The page of `analyse --report` in a browser, at three sizes, light and dark: nothing beyond the
# edge, text that can be read, keys, links, filters, paper. PICTURES=FOLDER keeps what it looks like.
set -u
. tests/end_to_end/browser_library
. tests/end_to_end/library
timeout 900 python3 tests/tools/viewer_page.py "$build/fibsbot" "$browser" "$work" || fail viewer_page.py
