#include "formats/support/text_file.h"

#include "formats/support/vector.h"

FILE *text_open(char **text, size_t *size) {
  FILE *file = open_memstream(text, size);
  if (!file) memory_exhausted();
  return file;
}

void text_close(FILE *file) {
  bool whole = fflush(file) == 0 && !ferror(file);
  if (fclose(file) != 0 || !whole) memory_exhausted();
}
