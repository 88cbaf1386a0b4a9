#!/usr/bin/env bash
# The bot.conf of docs/RUNNING.md passes config --check; the account's mail address is set
# where it differs, and only there; stats --week tells of the week.
set -u
. tests/end_to_end/library
umask 077
sed -n '/^<!-- bot.conf for fibs.com -->/,/^<!-- end of bot.conf -->/s/^    //p' docs/RUNNING.md >"$work/bot.conf"
grep -q '^host = fibs.com' "$work/bot.conf" || fail "no bot.conf in docs/RUNNING.md"
echo not-a-password >"$work/password"
echo a-long-secret >"$work/owner.secret"
echo 'block GammonBot*' >"$work/users.list"
sed -i "s/^port = 8080.*/port = $(free_port)/" "$work/bot.conf"
(cd "$work" && "$build/fibsbot" config --check bot.conf) >"$work/check.log" 2>&1 || fail "config --check refuses the bot.conf of docs/RUNNING.md"

start_server --seed 7 || exit 1
mail='-s account.address=bot_owner@example.org'
start_bot a --matches 1 $mail -s history.file=history.db
a=$last_bot
start_bot b --matches 1 --invite a_bot:1
wait_for "$last_bot" 120 || fail "the inviting bot: status $?"
wait_for "$a" 30 || fail "the invited bot: status $?"
[ "$(grep -c 'C: address bot_owner@example.org' "$work/a.trace")" = 1 ] || fail "the address is not set once"
grep -q "Your email address is 'bot_owner@example.org'" "$work/a.trace" || fail "the server does not confirm it"
mv "$work/a.trace" "$work/first.trace"
start_bot a $mail
logged 'logged in' 2
pause 2
kill -TERM "$last_bot"
wait_for "$last_bot" 60
grep -q 'C: address' "$work/a.trace" && fail "the address is set again"
"$build/fibsbot" stats --week "$work/history.db" >"$work/week.log" || fail "no report of the week"
"$build/fibsbot" stats --week --json "$work/history.db" >"$work/week.json" 2>&1 && fail "a text was taken for JSON"
grep -q -- '--week is a text' "$work/week.json" || fail "it was not said why: $(cat "$work/week.json")"
grep -q 'a_bot: 1 finished' "$work/week.log" || fail "the match is not in the report"
exit 0
