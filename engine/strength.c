#include "strength.h"

struct strength strength_default(void)
{
    return (struct strength){
        .play_ply = 2,
        .cube_ply = 2,
        .filter = filter_find(filter_default_name),
    };
}
