#!/usr/bin/env bash
# The status page of a bot at play as a browser draws it: a board, curves, no empty page, a
# script that runs, nothing wider than a phone, and nothing that a name or a chat could
# have put there. SCREENSHOT=FILE keeps the
# picture, PAST=FILE is a history to show, whose account ends at STANDING=RATING:EXPERIENCE;
# CROWD=no keeps hostile people away, for a picture to look at.
set -u
. tests/end_to_end/browser_library
. tests/end_to_end/library
crowd='--crowd 20000 --crowd-every 2'
[ "${CROWD:-}" = no ] && crowd=''
# shellcheck disable=SC2086
start_server --seed 5 --delay 100 $crowd || exit 1
status=$(free_port)
[ -n "${PAST:-}" ] && cp "$PAST" "$work/a.db"
start_bot a -s "status.port=$status" -s log.chat=yes -s history.file="$work/a.db" \
    -s log.level=info --log-level info && a=$last_bot
start_bot b --invite a_bot:5 -s invite.idle=1 -s history.file= && b=$last_bot
within 30 grep -q 'lost\|won' "$work/b.log" # a game is over

# look OPTIONS...
look() {
    HOME=$work timeout 300 "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars \
        --window-size=1180,1560 "$@" "http://localhost:$status/" 2>"$work/browser.log"
    [ $? -eq 0 ] || fail "the browser: $(tail -n 5 "$work/browser.log")"
}

look --screenshot="$work/page.png" >/dev/null
# A page of one colour makes a far smaller picture.
[ "$(wc -c <"$work/page.png")" -gt 30000 ] || fail "an empty picture"
[ -n "${SCREENSHOT:-}" ] && cp "$work/page.png" "$SCREENSHOT"
look --dump-dom >"$work/page.html"
grep -q '<svg' "$work/page.html" || fail "no drawing on the page"
[ -z "$crowd" ] || grep -q 'alert(1)' "$work/a.log" || fail "nobody said anything hostile"
# In the tree of the page what others say is text, never an element.
grep -qi '<script[^>]*>.*alert\|<img\|onerror="' "$work/page.html" && fail "a stranger's text became markup"
[ "$(grep -ci '<script' "$work/page.html")" -eq 1 ] || fail "not one script on the page"
# The script runs under the policy of the page, and says how old the page is.
grep -q '<html[^>]*class="js"' "$work/page.html" || fail "the script did not run"
grep -q 'id="live">updated [0-9]* s ago' "$work/page.html" || fail "the page does not tell its age"
# On a phone of 390 px nothing stands beyond the edge. The browser has no window as narrow,
# so the page stands in a frame; what a board's drawing holds is cut to its own edge.
cat >"$work/phone.html" <<'END'
<iframe src="page.html" style="width:390px;height:3000px;border:0"></iframe><p id="wide"></p>
<script>onload = () => {
    const page = document.querySelector('iframe').contentDocument;
    // so it is with a result against a long name, and scores below a curve as near to each other as chart.c lets them be
    page.querySelector('main').insertAdjacentHTML('beforeend', '<section><table class="results"><tbody><tr><td>' + 'w'.repeat(31) +
        '</td><td>3 points</td><td class="n">0 : 3</td><td>lost</td><td class="n">-12.50</td><td>2026-11-27 17:17</td><td></td></tr></tbody></table><div class="chart tall">' +
        [0, 41, 100].map(at => `<i class="x" style="left:${at}%;transform:translateX(-${at}%)">12-11</i>`).join('') + '</div></section>');
    const wide = [...page.querySelectorAll('body *')].filter(
        e => e.getBoundingClientRect().right > 390.5 && !e.closest('svg'));
    document.getElementById('wide').textContent =
        page.documentElement.scrollWidth + ' px, ' + wide.length + ' beyond the edge';
    // A long name beside it leaves "experience N" whole, on a line of its own.
    const cells = page.querySelector('.accounts tbody tr').children, line = cells[1].offsetHeight;
    cells[3].textContent = 'W'.repeat(19) + ', 25 points, 12-11';
    const beside = [...cells].filter(e => e !== cells[2] && e.offsetHeight && e.offsetTop < cells[2].offsetTop + cells[2].offsetHeight
        && cells[2].offsetTop < e.offsetTop + e.offsetHeight && e.offsetLeft < cells[2].offsetLeft + cells[2].offsetWidth && e.offsetLeft + e.offsetWidth > cells[2].offsetLeft);
    const isWhole = cells[2].offsetHeight < 2 * line && cells[2].scrollWidth <= cells[2].clientWidth && !beside.length;
    document.getElementById('wide').textContent += isWhole ? '; names fit' : '; names run into each other';
    // On a narrow window the mark of a long name is beside it, not on a line of its own.
    const frame = document.querySelector('iframe'), mark = page.querySelector('.link'), name = mark.nextSibling;
    name.textContent = 'W'.repeat(19);
    const apart = Array.from({length: 12}, (_, i) => 690 + 10 * i).filter(width => {
        frame.style.width = `${width}px`;
        const at = mark.getBoundingClientRect(), first = name.getClientRects()[0];
        return at.top < first.top || at.bottom > first.bottom || at.right > first.left || at.right < first.left - 12;
    });
    // A name of usual length is whole.
    name.textContent = 'W'.repeat(12);
    frame.style.width = '701px';
    if (name.getClientRects().length > 1) apart.push('a name in pieces');
    document.getElementById('wide').textContent += apart.length ? `; marks stand apart at ${apart}` : '; marks beside';
    // With letters of twice the size cells and dates are beside each other, and nothing is beyond the edge.
    frame.style.width = '390px';
    page.documentElement.style.fontSize = '200%';
    const boxes = [...page.querySelectorAll('.accounts td, .results td, .chart i')].map(e => [e, e.getBoundingClientRect()]).filter(([, box]) => box.width > 0);
    const over = boxes.flatMap(([one, a], i) => boxes.slice(i + 1).filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        .map(([other]) => `"${one.textContent}" and "${other.textContent}"`));
    const beyond = [...page.querySelectorAll('body *')].filter(e => { const {left, right} = e.getBoundingClientRect(); return (right > 390.5 || right > left && left < 0) && !e.closest('svg'); });
    document.getElementById('wide').textContent += over.length || beyond.length ? `; large letters: ${over.join(', ')}, ${beyond.map(e => `${e.tagName} ${e.className} ${Math.round(e.getBoundingClientRect().left)} ${Math.round(e.getBoundingClientRect().right)}`)} beyond the edge` : '; large letters fit';
}</script>
END
HOME=$work timeout 300 "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=800,900 \
    --allow-file-access-from-files --dump-dom "file://$work/phone.html" >"$work/phone.dom" 2>/dev/null
grep -q 'id="wide">390 px, 0 beyond the edge; names fit; marks beside; large letters fit' "$work/phone.dom" ||
    fail "on a phone: $(grep -o 'id="wide">[^<]*' "$work/phone.dom")"
# The bot takes its time for the page of an analysis; this one is as good.
for match in "$work"/matches-a/*.mat; do
    "$build/fibsbot" analyse --ply 0 "$match" --report "${match%.mat}.analysis.html" >"$work/analyse.log" 2>&1 || fail "no analysis"
done
python3 tests/tools/status_live.py "$browser" "http://localhost:$status/" "$a" ||
    fail "the page does not keep itself up to date"
exit 0
