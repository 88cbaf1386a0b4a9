#!/usr/bin/env bash
# The soak with two thousand matches; prints its figures.
set -u
for seed in 1 2; do
    tests/end_to_end/soak.sh 1000 "$seed" || exit $?
done
