/* Orders to play. */
#include "bot/game/order.h"
#include "tests/unit/test_case.h"

TEST(orders_are_the_same_where_all_their_parts_are)
{
    static const struct order_to_play orders[] = {
        {"opp_a", 5, false, false, false}, {"opp_b", 5, false, false, false},
        {"opp_a", 7, false, false, false}, {"opp_a", 5, true, false, false},
        {"opp_a", 5, false, true, false},  {"opp_a", 5, false, false, true}};
    enum { ORDERS = sizeof orders / sizeof orders[0] };
    for (int i = 0; i < ORDERS; i++) {
        for (int k = 0; k < ORDERS; k++) {
            const struct order_to_play copy = orders[k];
            assert_int_equal(order_is_same(&orders[i], &copy), i == k);
        }
    }
}

TEST_MAIN(NULL, NULL)
