#!/usr/bin/env bash
# An installed tree works from any folder, also after it was moved, and goes away again.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
quiet_make() { make --no-print-directory "$@" BUILD="$BUILD" DESTDIR="$work/root" PREFIX=/usr >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }

quiet_make install-files
for file in bin/fibsbot share/fibsbot/weights/weights.txt share/man/man1/fibsbot.1 share/doc/fibsbot/bot.conf \
    share/bash-completion/completions/fibsbot share/zsh/site-functions/_fibsbot share/fish/vendor_completions.d/fibsbot.fish \
    lib/systemd/system/fibsbot.service lib/sysusers.d/fibsbot.conf; do
    [ -f "$work/root/usr/$file" ] || { echo "$file was not installed"; exit 1; }
done
docs=$work/root/usr/share/doc/fibsbot
grep -o '](\([^):]*\))' "$docs/README.md" | tr -d '](' | tr -d ')' | sort -u | while read -r link; do
    [ -f "$docs/${link%%#*}" ] || { echo "the README links to $link, which was not installed"; exit 1; }
done
grep -q "^ExecStart=/usr/bin/fibsbot play" "$work/root/usr/lib/systemd/system/fibsbot.service"
mv "$work/root/usr" "$work/moved"
(cd / && "$work/moved/bin/fibsbot" analyse --ply 0 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10') |
    grep -q '8/5 6/5'
mv "$work/moved" "$work/root/usr"
quiet_make uninstall
[ -z "$(find "$work/root" -type f)" ] || { find "$work/root" -type f; echo 'uninstall left files'; exit 1; }
