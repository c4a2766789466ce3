#include "formats/support/gzip.h"

#include "formats/support/vector.h"

#include <zlib.h>

enum { FIRST_CAPACITY = 1 << 16, GZIP_ONLY = 16 /* for inflateInit2: no other format */ };
/* Some kilobytes can hold gigabytes. No model that we can decide is larger than this. */
static const size_t most_bytes = (size_t)1 << 32;

bool gzip_is(const unsigned char *bytes, size_t size) {
  return size >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
}

struct unpacking {
  const char *name;
  z_stream stream;
  const unsigned char *in, *end; /* what zlib was not given yet: it counts in 32 bits */
  unsigned char *out;
  size_t size, capacity; /* of out; one byte is kept for the NUL */
};

static void feed(struct unpacking *u) {
  size_t left = (size_t)(u->end - u->in);
  if (u->stream.avail_in > 0 || left == 0) return;
  uInt piece = left < UINT32_MAX ? (uInt)left : UINT32_MAX;
  u->stream.next_in = (z_const Bytef *)(uintptr_t)u->in;
  u->stream.avail_in = piece;
  u->in += piece;
}

static void make_room(struct unpacking *u) {
  if (u->size + 1 == u->capacity) {
    u->capacity *= 2;
    u->out = memory_grow(u->out, u->capacity, 1);
  }
  size_t room = u->capacity - u->size - 1;
  u->stream.next_out = u->out + u->size;
  u->stream.avail_out = room < UINT32_MAX ? (uInt)room : UINT32_MAX;
}

static bool refuse(const struct unpacking *u, int code, struct fault *fault) {
  if (code == Z_MEM_ERROR) return fault_set(fault, "%s: not enough memory to unpack it", u->name);
  if (code == Z_BUF_ERROR || code == Z_OK)
    return fault_set(fault, "%s: the gzip data ends too early", u->name);
  return fault_set(fault, "%s: broken gzip data: %s", u->name,
                   u->stream.msg ? u->stream.msg : "unknown");
}

/* Up to the end of one member. */
static bool unpack_member(struct unpacking *u, struct fault *fault) {
  for (;;) {
    feed(u);
    make_room(u);
    uInt room = u->stream.avail_out;
    int code = inflate(&u->stream, Z_NO_FLUSH);
    u->size += room - u->stream.avail_out;
    if (code == Z_STREAM_END) return true;
    if (u->size > most_bytes)
      return fault_set(fault, "%s: more than %zu bytes when it is unpacked", u->name, most_bytes);
    bool over = u->stream.avail_in == 0 && u->in == u->end && u->stream.avail_out > 0;
    if (code != Z_OK || over) return refuse(u, code, fault);
  }
}

static bool unpack_members(struct unpacking *u, struct fault *fault) {
  while (unpack_member(u, fault)) {
    feed(u);
    if (u->stream.avail_in == 0) return true;
    int code = inflateReset(&u->stream); /* what follows must be another member */
    if (code != Z_OK) return refuse(u, code, fault);
  }
  return false;
}

bool gzip_unpack(const char *name, unsigned char **bytes, size_t *size, struct fault *fault) {
  struct unpacking u = {.name = name, .in = *bytes, .end = *bytes + *size};
  int code = inflateInit2(&u.stream, MAX_WBITS + GZIP_ONLY);
  if (code != Z_OK) return refuse(&u, code, fault);
  u.capacity = FIRST_CAPACITY;
  u.out = memory_alloc(u.capacity, 1);
  bool ok = unpack_members(&u, fault);
  inflateEnd(&u.stream);
  if (!ok) {
    free(u.out);
    return false;
  }
  free(*bytes);
  u.out[u.size] = 0;
  *bytes = u.out;
  *size = u.size;
  return true;
}
