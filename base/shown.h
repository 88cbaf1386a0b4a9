#pragma once

/* Returns `number`, or 0 where so many digits after the point show but zeros: people read
 * 0.00, not -0.00. */
double shown_number(double number, int digits);
