#!/usr/bin/env bash
# The Debian package has no error of lintian, installs in a fresh Debian 12, where the
# program then works, upgrades and leaves history and configuration alone, and is gone
# without a trace after a purge.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/slow/chroot
for program in dpkg-buildpackage dh lintian; do
    command -v $program >/dev/null || { echo "no $program"; exit 77; }
done

scripts/make-deb >"$work/said" 2>&1 || fail "make-deb"
version=$(cat VERSION)
package=$(echo build/deb/fibsbot_"$version"_*.deb)
lintian --allow-root --fail-on error "$package" >"$work/said" 2>&1 || fail "lintian"

# renumber FILE VERSION: the same package as another version
renumber() {
    dpkg-deb -R "$package" "$work/tree"
    sed -i "s/^Version: .*/Version: $2/" "$work/tree/DEBIAN/control"
    dpkg-deb -b "$work/tree" "$1" >"$work/said" || fail "dpkg-deb"
    rm -rf "$work/tree"
}

make_debian
copy_debian target
target=$work/target
within target apt-get update || fail "apt-get update"
find "$target" -xdev -not -path '*/proc/*' | sort >"$work/before"
cp "$package" "$target/root/fibsbot.deb"

within target apt-get install -y --no-install-recommends /root/fibsbot.deb || fail "install"
within target fibsbot --version && grep -qx "fibsbot $version" "$work/said" || fail "--version"
within target fibsbot analyse --ply 1 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10' &&
    grep -q '1\. .*8/5 6/5' "$work/said" || fail "analyse"
within target fibsbot weights verify || fail "weights verify"
within target id fibsbot || fail "no user fibsbot"
[ -f "$target/lib/systemd/system/fibsbot.service" ] && [ -d "$target/etc/fibsbot" ] || fail "no unit"
[ ! -e "$target/etc/systemd/system/multi-user.target.wants/fibsbot.service" ] || fail "enabled without an account"

within target sh -c 'fibsbot config --template >/etc/fibsbot/bot.conf' || fail "config --template"
install -d "$target/var/lib/fibsbot"
echo kept >"$target/var/lib/fibsbot/history.db"
renumber "$target/root/newer.deb" "$version+1"
within target apt-get install -y --no-install-recommends /root/newer.deb || fail "upgrade"
within target dpkg-query -W -f '${Version}' fibsbot && grep -qx "$version+1" "$work/said" || fail "not upgraded"
[ "$(cat "$target/var/lib/fibsbot/history.db")" = kept ] || fail "the upgrade touched the history"

within target apt-get purge -y fibsbot || fail "purge"
left=$(find "$target" -xdev -not -path '*/proc/*' | sort | comm -13 "$work/before" - | grep -i fibsbot |
    grep -vx -e "$target/etc/fibsbot" -e "$target/etc/fibsbot/bot.conf" -e "$target/root/fibsbot.deb")
[ -z "$left" ] || fail "left behind by purge: $left"
