#include "validator/kernel/certificate.h"

#include <unistd.h>

bool v_fail(struct v_error *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->text, sizeof error->text, format, arguments);
  va_end(arguments);
  error->unsupported = false;
  return false;
}

bool v_unsupported(struct v_error *error, const char *format, ...) {
  static const char end[] = " (not supported)";
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->text, sizeof error->text - sizeof end, format, arguments);
  va_end(arguments);
  strcat(error->text, end);
  error->unsupported = true;
  return false;
}

struct v_text v_text(const char *what, const struct v_bytes *bytes, struct v_error *error) {
  const char *at = (const char *)bytes->at;
  return (struct v_text){what, at, at, at + bytes->size, 1, error};
}

bool v_expected(struct v_text *t, const char *expected) {
  return v_fail(t->error, "%s, line %zu, byte %zu: expected %s", t->what, t->line,
                (size_t)(t->at - t->start), expected);
}

bool v_number(struct v_text *t, uint32_t max, uint32_t *value) {
  const char *digits = t->at;
  uint64_t n = 0;
  for (; t->at < t->end && *t->at >= '0' && *t->at <= '9'; t->at++) {
    n = 10 * n + (uint64_t)(*t->at - '0');
    if (n > max) return v_expected(t, "a smaller number");
  }
  *value = (uint32_t)n;
  return (t->at > digits && (*digits != '0' || t->at == digits + 1)) ||
         v_expected(t, "a number without leading zeros");
}

bool v_blank(struct v_text *t) { return (v_at(t, ' ') && t->at++) || v_expected(t, "a blank"); }
bool v_eol(struct v_text *t) {
  return (v_at(t, '\n') && t->at++ && t->line++) || v_expected(t, "end of line");
}
bool v_blank_number(struct v_text *t, uint32_t max, uint32_t *value) {
  return v_blank(t) && v_number(t, max, value);
}

bool v_at_word(const struct v_text *t, const char *word) {
  size_t size = strlen(word);
  return (size_t)(t->end - t->at) > size && !memcmp(t->at, word, size) &&
         (t->at[size] == ' ' || t->at[size] == '\n');
}

bool v_word(struct v_text *t, const char *word) {
  if (!v_at_word(t, word)) return v_expected(t, word);
  t->at += strlen(word);
  return true;
}

bool v_groups(struct v_text *t, uint32_t max, uint32_t *value) {
  uint64_t n = 0;
  for (unsigned shift = 0, more = 1; more; shift += 7) {
    if (t->at == t->end || shift > 28) return v_expected(t, "a number of at most five bytes");
    n |= (uint64_t)(*t->at & 0x7f) << shift;
    more = *t->at++ & 0x80;
  }
  *value = (uint32_t)n;
  return n <= max || v_expected(t, "a smaller number before here");
}

static void (*last_words)(void);

void v_on_exhaustion(void (*last)(void)) { last_words = last; }

/* The one way out of memory exhaustion: say so, and do not look like an acceptance. */
_Noreturn void v_exhausted(void) {
  static const char line[] = "s UNKNOWN out of memory\n";
  if (last_words) last_words();
  fflush(stdout);
  if (write(1, line, sizeof line - 1) < 0) _exit(VALIDATOR_UNKNOWN);
  _exit(VALIDATOR_UNKNOWN);
}

void *v_need(void *old, size_t count, size_t size) {
  if (size && count > SIZE_MAX / 2 / size) v_exhausted();
  void *memory = realloc(old, count * size > 0 ? count * size : 1);
  if (!memory) v_exhausted();
  return memory;
}

void *v_zeroed(size_t count, size_t size) {
  void *memory = v_need(NULL, count, size);
  memset(memory, 0, count * size);
  return memory;
}

void v_free_all(void *const *pointers, size_t count) {
  for (size_t k = 0; k < count; k++) free(pointers[k]);
}

void *v_grow(void *at, size_t used, size_t *capacity, size_t size) {
  if (used < *capacity) return at;
  *capacity = *capacity ? 2 * *capacity : 8;
  return v_need(at, *capacity, size);
}

void v_push(struct v_list *list, uint32_t value) {
  if (list->size >= UINT32_MAX - 1) v_exhausted(); /* positions in lists are 32 bits wide */
  list->at = v_grow(list->at, list->size, &list->capacity, sizeof *list->at);
  list->at[list->size++] = value;
}

/* Open addressing with linear probing; at most half full. */
static size_t place(const struct v_map *map, uint64_t key) {
  uint64_t mixed = (key ^ key >> 32) * UINT64_C(0x9e3779b97f4a7c15);
  mixed = (mixed ^ mixed >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
  size_t k = (size_t)(mixed ^ mixed >> 32) & (map->capacity - 1);
  while (map->keys[k] != key && map->keys[k] != UINT64_MAX) k = (k + 1) & (map->capacity - 1);
  return k;
}

uint32_t *v_map_at(struct v_map *map, uint64_t key) {
  if (2 * map->used >= map->capacity) {
    struct v_map old = *map;
    map->capacity = old.capacity ? 2 * old.capacity : 64;
    map->keys = v_need(NULL, map->capacity, sizeof *map->keys);
    map->values = v_need(NULL, map->capacity, sizeof *map->values);
    memset(map->keys, 0xff, map->capacity * sizeof *map->keys);
    for (size_t k = 0; k < old.capacity; k++)
      if (old.keys[k] != UINT64_MAX) {
        size_t to = place(map, old.keys[k]);
        map->keys[to] = old.keys[k];
        map->values[to] = old.values[k];
      }
    v_map_free(&old);
  }
  size_t k = place(map, key);
  if (map->keys[k] == UINT64_MAX) {
    map->keys[k] = key;
    map->values[k] = V_NONE;
    map->used++;
  }
  return &map->values[k];
}

void v_map_free(struct v_map *map) {
  V_FREE(map->keys, map->values);
  *map = (struct v_map){0};
}

bool v_read_file(const char *path, struct v_bytes *bytes, struct v_error *error) {
  *bytes = (struct v_bytes){0};
  FILE *file = fopen(path, "rb");
  if (!file) return v_fail(error, "%s: %s", path, strerror(errno));
  size_t capacity = 1 << 16, got;
  bytes->at = v_need(NULL, capacity, 1);
  while ((got = fread(bytes->at + bytes->size, 1, capacity - bytes->size - 1, file)) > 0) {
    bytes->size += got;
    if (bytes->size + 1 == capacity) bytes->at = v_need(bytes->at, capacity *= 2, 1);
  }
  bool good = !ferror(file);
  if (!good) v_fail(error, "%s: %s", path, strerror(errno));
  fclose(file);
  bytes->at[bytes->size] = 0;
  return good;
}
