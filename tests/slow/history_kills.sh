#!/usr/bin/env bash
# The history against the server's own results under many kills at random moments, on a
# server that cuts players off as well: anywhere, and in the moment when a match is over,
# so that nobody sees its end.
set -u
for seed in 1 2 3; do
    SEED=$seed tests/end_to_end/history.sh 60 || exit $?
done
SEED=4 tests/end_to_end/history.sh 20 --drop 0.01 || exit $?
SEED=5 tests/end_to_end/history.sh 10 --drop-at unseen --drop-times 6 || exit $?
