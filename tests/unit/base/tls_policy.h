#pragma once
/*
 * A policy of the system that lets every program speak TLS 1.0: without it OpenSSL 3
 * refuses old versions, whatever the program says, and a test would notice nothing.
 */

#include <stdio.h>

#include <openssl/conf.h>

#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

/* From now on, for this process; `path`: a file to write and read. */
static inline void tls_policy_allow_old(const char *path)
{
    test_file_write(path, "old = all\n[all]\nssl_conf = names\n[names]\n"
                          "system_default = lax\n[lax]\nMinProtocol = TLSv1\n"
                          "CipherString = DEFAULT:@SECLEVEL=0\n");
    assert_int_equal(CONF_modules_load_file(path, "old", 0), 1);
    (void)remove(path);
}

static inline void tls_policy_forget(void)
{
    CONF_modules_unload(1);
}
