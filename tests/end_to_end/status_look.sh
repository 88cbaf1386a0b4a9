#!/usr/bin/env bash
# The status page of a bot at play as a browser draws it: a board, curves, no empty page,
# and nothing that a name or a chat could have put there. SCREENSHOT=FILE keeps the
# picture, PAST=FILE is a history to show, whose account ends at STANDING=RATING:EXPERIENCE;
# CROWD=no keeps hostile people away, for a picture to look at.
set -u
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    { echo "no chromium: nobody looks at the page (scripts/install-deps --browser)"; exit 77; }
[ -x "${BUILD:-build}/fibsd" ] || { echo "no local server"; exit 77; }
. tests/end_to_end/library
crowd='--crowd 20000 --crowd-every 2'
[ "${CROWD:-}" = no ] && crowd=''
# shellcheck disable=SC2086
start_server --seed 5 --delay 100 $crowd || exit 1
status=$((20000 + RANDOM % 12000))
[ -n "${PAST:-}" ] && cp "$PAST" "$work/a.db"
start_bot a -s "status.port=$status" -s log.chat=yes -s history.file="$work/a.db" \
    -s log.level=info --log-level info
start_bot b --invite a_bot:5 -s invite.idle=1 -s history.file= && b=$last_bot
for _ in $(seq 150); do
    grep -q 'lost\|won' "$work/b.log" && break # a game is over
    sleep 0.2
done

# look OPTIONS...: 124 when the machine is too slow for a browser
look() {
    HOME=$work timeout 120 "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars \
        --window-size=1180,1560 "$@" "http://localhost:$status/" 2>"$work/browser.log"
    local status=$?
    [ "$status" -ne 124 ] || { echo "the browser is too slow here"; exit 77; }
    [ "$status" -eq 0 ] || fail "the browser: $(tail -n 5 "$work/browser.log")"
}

look --screenshot="$work/page.png" >/dev/null
# A page of one colour makes a far smaller picture.
[ "$(wc -c <"$work/page.png")" -gt 30000 ] || fail "an empty picture"
[ -n "${SCREENSHOT:-}" ] && cp "$work/page.png" "$SCREENSHOT"
look --dump-dom >"$work/page.html"
grep -q '<svg' "$work/page.html" || fail "no drawing on the page"
[ -z "$crowd" ] || grep -q 'alert(1)' "$work/a.log" || fail "nobody said anything hostile"
# In the tree of the page what others say is text, never an element.
grep -qi '<script\|<img\|onerror="' "$work/page.html" && fail "a stranger's text became markup"
exit 0
