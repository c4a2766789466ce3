/* SHA-256 (FIPS 180-4): the digest that binds a certificate to the bytes of its model. */
#ifndef VOUCH_VALIDATOR_KERNEL_SHA256_H
#define VOUCH_VALIDATOR_KERNEL_SHA256_H

#include <stddef.h>

enum { V_DIGEST = 65 }; /* hexadecimal digits and a zero byte */
void v_sha256(const unsigned char *bytes, size_t size, char hex[V_DIGEST]);

#endif
