#pragma once
/*
 * FIBS's rating formula. D is the difference of the ratings, n the match length,
 * Pu = 1 / (10^(D sqrt(n) / 2000) + 1) the chance of the lower rated player. A player's
 * rating changes by 4 K sqrt(n) P, with P = 1 - Pu if the lower rated won, else Pu, and
 * K = max(1, 5 - experience / 100) from the experience before the match.
 */

struct rating_result {
    double difference;
    double underdog_wins; /* Pu */
    double p;
    double k[2];      /* of winner, loser */
    double change[2]; /* of winner (> 0), loser (< 0) */
};

struct rating_player {
    double rating;
    int experience;
};

struct rating_result rating_after_match(struct rating_player winner,
                                        struct rating_player loser, int length);
