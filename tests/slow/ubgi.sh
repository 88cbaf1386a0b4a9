#!/usr/bin/env bash
# As tests/end_to_end/ubgi.sh, with 200 games.
GAMES=200 exec "$(dirname "$0")/../end_to_end/ubgi.sh"
