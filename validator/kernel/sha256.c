#include "validator/kernel/sha256.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* All sizes in bytes. */
enum { BLOCK = 64, LENGTH_FIELD = 8, WORDS = 16, ROUNDS = 64, STATE = 8 };

static const uint32_t K[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

/* The 16 words of a block, most significant byte first, and 48 more made from them. */
static void schedule(const unsigned char *p, uint32_t w[ROUNDS]) {
  for (int t = 0; t < WORDS; t++) {
    w[t] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    p += 4;
  }
  for (int t = WORDS; t < ROUNDS; t++) {
    uint32_t a = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ w[t - 15] >> 3;
    uint32_t b = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ w[t - 2] >> 10;
    w[t] = w[t - 16] + a + w[t - 7] + b;
  }
}

static void block(uint32_t hash[STATE], const unsigned char *p) {
  uint32_t w[ROUNDS];
  uint32_t s[STATE];
  schedule(p, w);
  memcpy(s, hash, sizeof s);
  for (int t = 0; t < ROUNDS; t++) {
    uint32_t e = rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25);
    uint32_t a = rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22);
    uint32_t choose = (s[4] & s[5]) ^ (~s[4] & s[6]);
    uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    uint32_t t1 = s[7] + e + choose + K[t] + w[t];
    uint32_t t2 = a + majority;
    memmove(s + 1, s, (STATE - 1) * sizeof *s);
    s[4] += t1;
    s[0] = t1 + t2;
  }
  for (int k = 0; k < STATE; k++) hash[k] += s[k];
}

/* The rest, a one bit, zeros, the length in bits: one or two blocks. */
static void last_blocks(uint32_t hash[STATE], const unsigned char *bytes, size_t size) {
  unsigned char tail[2 * BLOCK] = {0};
  size_t rest = size % BLOCK;
  size_t length = rest < BLOCK - LENGTH_FIELD ? BLOCK : 2 * BLOCK;
  if (rest > 0) memcpy(tail, bytes + size - rest, rest);
  tail[rest] = 0x80;
  for (size_t k = 0; k < LENGTH_FIELD; k++)
    tail[length - 1 - k] = (unsigned char)((uint64_t)size * 8 >> 8 * k);
  for (size_t k = 0; k < length; k += BLOCK) block(hash, tail + k);
}

void v_sha256(const unsigned char *bytes, size_t size, char hex[V_DIGEST]) {
  uint32_t hash[STATE] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for (size_t k = 0; k < size / BLOCK; k++) block(hash, bytes + BLOCK * k);
  last_blocks(hash, bytes, size);
  for (size_t k = 0; k < STATE; k++) snprintf(hex + 8 * k, 9, "%08x", hash[k]);
}
