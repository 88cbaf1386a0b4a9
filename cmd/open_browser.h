#pragma once
/* Opens a page in the person's browser, where there is a desktop. */

/* Others can see the words of a command, and the address holds a secret: so the browser is
 * given a file, `door`, that leads there. */
void open_browser(const char *door, const char *address);
