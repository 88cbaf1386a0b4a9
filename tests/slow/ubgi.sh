#!/usr/bin/env bash
# As tests/end_to_end/ubgi.sh and ubgi_players.sh, with 200 games.
set -e
folder=$(dirname "$0")/../end_to_end
export GAMES=200
"$folder/ubgi.sh"
exec "$folder/ubgi_players.sh"
