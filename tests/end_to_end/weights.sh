#!/usr/bin/env bash
# Weights are packed, served over https on loopback, fetched, checked and exchanged; what
# is damaged, unsigned, signed by another key or too large changes nothing.
set -u
command -v openssl >/dev/null || { echo "no openssl program"; exit 77; }
fibsbot=$(cd "${BUILD:-build}" && pwd)/fibsbot
weights=$PWD/build/weights
work=$(mktemp -d)
server=''
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" || exit 1

fail() { echo "FAILED: $1"; cat "$work/said"; exit 1; }
key() { openssl genpkey -algorithm ed25519 -out "$1.pem" && openssl pkey -in "$1.pem" -pubout -out "$1.pub"; }
key ours 2>/dev/null && key other 2>/dev/null || { echo "this openssl has no Ed25519"; exit 77; }
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout tls.key -out tls.crt \
    -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost 2>/dev/null || exit 77

mkdir served have
cp "$weights"/*.net "$weights"/*.met "$weights"/weights.txt "$weights"/*.db served/
cp served/* have/
rm have/big-* && cp served/small-* have/extra.net # other than what is served
port=$((20000 + $$ * 37 % 12000)) # tests that run at the same time begin elsewhere
while (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
(cd served && exec openssl s_server -quiet -WWW -accept "127.0.0.1:$port" -cert ../tls.crt -key ../tls.key >/dev/null 2>&1) &
server=$!

weights() { "$fibsbot" weights "$@" >said 2>&1; }
fetch() { weights fetch --ca-file tls.crt "$@" "https://localhost:$port/manifest.txt" have; }
refuses() { # WHY COMMAND...: says one line with WHY, and the folder stays
    local why=$1 before after
    shift
    before=$(ls have | md5sum)
    "$@" && fail "took it: $why"
    after=$(ls have | md5sum)
    [ "$before" = "$after" ] && [ "$(ls -d have*)" = have ] || fail "changed the folder: $why"
    grep -q "$why" said && [ "$(wc -l <said)" -eq 1 ] || fail "expected \"$why\""
}

weights pack --key ours.pem served && grep -qx 'served/manifest.txt, manifest.sig: written' said || fail "pack"
count=$(($(ls served | wc -l) - 2)) # but for the manifest and its signature
weights verify --key ours.pub served || fail "verify"
grep -qx "served: $count files as the manifest says, signature good; the engine opens them" said || fail "what verify says"
weights verify served && grep -qx "served: $count files as the manifest says; the engine opens them" said || fail "verify without a key"
for _ in $(seq 300); do (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break; sleep 0.1; done

refuses 'signature is not of the key' fetch --key other.pub
refuses 'SSL\|certificate' weights fetch --key ours.pub "https://localhost:$port/manifest.txt" have
refuses 'key no.pub: No such file' weights fetch --key no.pub "https://localhost:$port/manifest.txt" have
refuses 'key served: Is a directory' weights fetch --key served "https://localhost:$port/manifest.txt" have
refuses 'No such file' weights pack --key no.pem have # and leaves no manifest
ln -s nowhere have/broken
refuses 'have/broken: No such file' weights pack --key ours.pem have
rm have/broken && mkdir have/folder
refuses 'have/folder: expected files of weights only' weights pack --key ours.pem have
rmdir have/folder && mkdir have/manifest.sig
refuses 'have/manifest.sig: cannot be written: not a regular file' weights pack --key ours.pem have
rmdir have/manifest.sig
refuses 'none: No such file' weights pack --key ours.pem none
cp served/manifest.txt good.txt
sed -i 's/ kazaross/ ..kazaross/' served/manifest.txt
refuses 'signature is not of the key' fetch --key ours.pub
cp good.txt served/manifest.txt
big=$(basename served/big-*)
cp "served/$big" big.good
printf x | dd of="served/$big" bs=1 seek=1000 conv=notrunc 2>/dev/null
refuses 'SHA-256 is not that' fetch --key ours.pub
printf x >>"served/$big"
refuses 'is larger than' fetch --key ours.pub
mv big.good "served/$big"

fetch --key ours.pub && grep -qx 'have: new weights, signature and digests good' said || fail "fetch"
[ "$(sed 1d said)" = "kept: $(ls -d have-2*)" ] || fail "what fetch says of the old ones"
weights verify --key ours.pub have || fail "verify what was fetched"
[ -e "have/$big" ] && [ ! -e have/extra.net ] || fail "not the new files"
[ -e have-2*/extra.net ] || fail "the old ones are not kept"
# a list: the folder, its files with size and SHA-256, then older ones beside it
mkdir have/folder have-mine && touch have/.hidden
{
    echo have
    for file in $(cd have && LC_ALL=C ls -p | grep -v /); do
        printf '  %10d  %.16s  %s\n' "$(stat -c %s "have/$file")" "$(sha256sum "have/$file" | cut -c1-16)" "$file"
    done
    echo "kept: $(ls -d have-2*)"
} >wanted
weights list have && cmp -s said wanted || fail "list: $(diff wanted said)"
weights list have// && cmp -s said wanted || fail "list with slashes: $(diff wanted said)"
weights list have-not && fail "a list of no folder"
grep -q 'have-not: No such file' said || fail "it does not say why: $(cat said)"
(cd / && "$fibsbot" weights list "$work/have") >said && [ "$(head -n 1 said)" = "$work/have" ] &&
    [ "$(tail -n 1 said)" = "kept: $work/$(ls -d have-2*)" ] || fail "list of a whole path"
(cd have && "$fibsbot" weights list . | tail -n 1 | grep -qx "kept: $(realpath ../have-2*)") || fail "list of the folder one is in"
rmdir have/folder have-mine && rm have/.hidden
misused() { # WHY WORD...
    local why=$1 status=0
    shift
    weights "$@" || status=$?
    [ "$status" -eq 2 ] && grep -q "$why" said || fail "$*: status $status, not \"$why\""
}
misused 'expected list, verify, fetch or pack, found "show"' show
misused '"more" is not expected' list have more
misused '"more" is not expected' verify have more
misused '"more" is not expected' fetch --key ours.pub https://localhost/manifest.txt have more
misused 'expected https://.*/manifest.txt, found "http://localhost' fetch --key ours.pub http://localhost/manifest.txt have
misused 'expected https://.*/manifest.txt, found "https://localhost/"' fetch --key ours.pub https://localhost/ have
misused 'fetch: expected --key PUBLIC.pem and an address' fetch https://localhost/manifest.txt
misused 'fetch: expected --key PUBLIC.pem and an address' fetch --key ours.pub
misused 'pack: expected --key PRIVATE.pem and a folder' pack have
misused 'pack: expected --key PRIVATE.pem and a folder' pack --key ours.pem
rm have/manifest.*
weights verify have && [ "$(grep -c '^  ok  ' said)" -eq 5 ] && grep -q 'have: ok; the engine opens them' said || fail "verify without a manifest"
weights verify && grep -q "^  ok  $big: its digest is that of its name" said || fail "what is shipped"
cp "have/$big" big.good
mv "have/$big" have/big-0123456789abcdef.net
sed -i "s/$big/big-0123456789abcdef.net/" have/weights.txt
weights verify have && fail "a net under a wrong name is called good"
grep -q "its digest is $(echo "${big%.net}" | cut -d- -f2), not that of its name" said || fail "the digest"
mv have/big-0123456789abcdef.net "have/$big" && cp served/weights.txt have/
printf x | dd of=have/bearoff-two-sided.db bs=1 seek=100000 conv=notrunc 2>/dev/null
sed -i '/bearoff2/d' have/weights.txt # even where the engine does not open it
weights verify have && fail "a damaged database is called good"
grep -q 'bearoff-two-sided.db.*checksum' said || fail "the database"
cp served/bearoff-two-sided.db served/weights.txt have/
weights verify have || fail "mended weights"
printf x >>have/weights.txt
weights verify have && fail "a damaged folder is called good"
FIBSBOT_WEIGHTS=$work/have-nowhere weights list && fail "a folder that is not there"
exit 0
