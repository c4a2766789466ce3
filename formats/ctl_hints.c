#include "formats/ctl_hints.h"

#include <string.h>

struct hint {
  const char *text, *words;
};

static const struct hint words[] = {
    {"always", "write AG (CTL) or G (LTL)"},
    {"globally", "write AG (CTL) or G (LTL)"},
    {"eventually", "write AF or EF (CTL), or F (LTL)"},
    {"s_eventually", "write AF or EF (CTL), or F (LTL)"},
    {"finally", "write AF or EF (CTL), or F (LTL)"},
    {"never", "write AG !(..)"},
    {"next", "write AX or EX (CTL), or X (LTL)"},
    {"nexttime", "write AX or EX (CTL), or X (LTL)"},
    {"until", "write A[f U g] or E[f U g] (CTL), or f U g (LTL)"},
    {"s_until", "write A[f U g] or E[f U g] (CTL), or f U g (LTL)"},
    {"release", "write A[f R g] or E[f R g] (CTL), or f R g (LTL)"},
    {"implies", "write ->"},
    {"iff", "write <->"},
    {"nand", "write !(f & g)"},
    {"nor", "write !(f | g)"},
    {"forall", "write A"},
    {"exists", "write E"},
    {"property", "assertions stand in the design; here stands a formula"},
    {"assert", "assertions stand in the design; here stands a formula, such as AG (..)"},
    {"cover", "write COVER f; in a file of sections, or give --cover f"},
    {"posedge", "there are no clocks here: a step is a cycle"},
    {"negedge", "there are no clocks here: a step is a cycle"},
    {"$past", "write Y f, or Z f if the first step is to satisfy it (LTL)"},
    {"$rose", "write !f & AX f"},
    {"$fell", "write f & AX !f"},
    {"$stable", "write (f & AX f) | (!f & AX !f)"},
    {"MODULE", "an SMV model is no property file; its CTLSPEC and LTLSPEC sections are"},
    {"VAR", "an SMV model is no property file; its CTLSPEC and LTLSPEC sections are"},
    {"INIT", "an SMV model is no property file; its CTLSPEC and LTLSPEC sections are"},
    {"TRANS", "an SMV model is no property file; its CTLSPEC and LTLSPEC sections are"},
    {"ASSIGN", "an SMV model is no property file; its CTLSPEC and LTLSPEC sections are"},
    {"INVAR", "write ASSUME, which keeps initial states, or put it into the model"},
    {"PSLSPEC", "write CTLSPEC or LTLSPEC"},
    {"COMPUTE", "it is not supported"},
};

/* Longer ones before their prefixes. */
static const struct hint symbols[] = {
    {"|->", "write AG (f -> g)"},
    {"|=>", "write AG (f -> AX g)"},
    {"<=>", "write <->"},
    {"==>", "write ->"},
    {"===", "write =="},
    {"!==", "write !="},
    {"=>", "write ->"},
    {"##", "write AX, as often as there are cycles"},
    {"//", "comments begin with -- or #"},
    {"/*", "comments begin with -- or #"},
    {"?", "write (c -> f) & (!c -> g)"},
    {"'", "names have double quotes, or none"},
};

const char *ctl_word_hint(const char *text, size_t length) {
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strlen(words[k].text) == length && memcmp(words[k].text, text, length) == 0)
      return words[k].words;
  return NULL;
}

const char *ctl_symbol_hint(const char *text, size_t size, size_t *length) {
  for (size_t k = 0; k < sizeof symbols / sizeof *symbols; k++) {
    *length = strlen(symbols[k].text);
    if (*length <= size && memcmp(symbols[k].text, text, *length) == 0) return symbols[k].words;
  }
  return NULL;
}
