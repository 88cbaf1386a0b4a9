#!/usr/bin/env bash
# 2,000 match files of all writers, changed and damaged from a seed: no remark about what means
# nothing, each remark of a known class, no crash. Then 2,000 matches in a report: the index stays
# below 2 MB, and the first 1,000 open within 2 s of a browser that is there. The index is opened five
# times and the best counts, as the machine may be busy. Of 6,000 the index goes on on other pages.
set -u
. tests/end_to_end/match_library
command -v python3 >/dev/null || exit 77
python3 tests/tools/match_corpus.py "$bot" "$folder" || fail 'match_corpus.py'

for count in 1000 2000; do
    mkdir -p "$folder/matches"
    for i in $(seq "$count"); do
        printf ' %d point match\n\n Game 1\n Grandmaster_%d : 0    Backgammon%d : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\n' \
            $((3 + 2 * (i % 5))) "$i" $((i * 7)) >"$folder/matches/$i.mat"
    done
    expect 0 analyse --ply 0 --report "$folder/$count.html" "$folder/matches"
    [ "$(grep -c '<tr><td><a href=' "$folder/$count.html")" -eq "$count" ] || fail "not $count matches"
    [ "$(wc -c <"$folder/$count.html")" -le 2000000 ] || fail "the index of $count matches is too large"
done
mkdir "$folder/many"
for i in $(seq 6000); do
    [ $((i % 1000)) -ne 1 ] || many="$folder/many/$i.mat"
    printf ' 5 point match\n\n Game 1\n Grandmaster_%d : 0    Backgammon%d : 0\n  1) 31: 8/5 6/5\n      Wins 5 points\n\n' "$i" $((i * 7)) >>"$many"
done
expect 0 analyse --ply 0 --report "$folder/many.html" "$folder/many"
for page in "$folder/many.html" "$folder"/many_files/list*.html; do
    [ "$(wc -c <"$page")" -le 2000000 ] || fail "$page is too large"
    grep -q '</body></html>$' "$page" || fail "$page is not whole"
done
[ "$(cat "$folder/many.html" "$folder"/many_files/list*.html | grep -c '<tr><td><a href=')" -eq 6000 ] || fail 'not all of 6,000 matches are listed'
grep -q 'href="many_files/list2.html">page 2<' "$folder/many.html" || fail 'no link to the second page'
grep -q 'href="../many.html"' "$folder/many_files/list2.html" || fail 'no way back'
. tests/end_to_end/browser_library
python3 - "$browser" "$folder/1000.html" <<'PYTHON' || fail 'the index opens slowly'
import sys, time
sys.path.insert(0, 'tests/tools')
from browser import Browser
with Browser(sys.argv[1]) as chromium:
    times = []
    for _ in range(5):
        begun = time.time()
        page = chromium.open(f'file://{sys.argv[2]}')
        page.until("document.readyState == 'complete' && document.querySelectorAll('a').length == 1000")
        times.append(time.time() - begun)
        page.close()
print('1,000 matches open in %.2f s' % min(times))
sys.exit(min(times) > 2)
PYTHON
