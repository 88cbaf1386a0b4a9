#!/usr/bin/env bash
# bench-peers skips with a word where GNU Backgammon is not; bench times who is there.
set -eu
cd "$(dirname "$0")/../.."
status=0
said=$(GNUBG=/nowhere/gnubg scripts/bench-peers "$BUILD") || status=$?
[ "$status" = 77 ] && [ "$said" = "skipped: GNU Backgammon is not installed" ] || { echo "$status: $said"; exit 1; }

"$BUILD/fibsbot" bench fibsbot,ply=0 gnubg,program=/nowhere/gnubg --plays 20 2>&1 |
    grep -Eq '^\| fibsbot,ply=0 \| [0-9.]+ \| [0-9.]+ \|' || { echo "no times"; exit 1; }
