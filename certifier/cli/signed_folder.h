/* A folder that vouch signoff made, read as verify and report read it. */
#ifndef VOUCH_CERTIFIER_CLI_SIGNED_FOLDER_H
#define VOUCH_CERTIFIER_CLI_SIGNED_FOLDER_H

#include "certifier/signoff/minisign.h"
#include "certifier/signoff/statement.h"
#include "formats/ctl.h"

/* Is the file one of the folder, under whatever path or name? */
bool lies_in(const char *file, const char *folder);
/* Refuses a key that lies in the folder. */
bool key_is_from_elsewhere(const char *public, const char *folder, struct fault *fault);

/* The bytes of `path`, read once, and the key whose signature in `path`.minisig fits them: whoever
 * believes the signature uses these. The caller frees the bytes. */
bool signed_bytes_read(const char *public, const char *path, unsigned char **bytes, size_t *size,
                       struct minisign_public *key, char comment[MINISIGN_COMMENT_BYTES],
                       struct fault *fault);
/* The statement names its signer: it must be the one who signed. */
bool statement_names_signer(const struct statement *statement, const char *path,
                            const struct minisign_public *key, struct fault *fault);

/* Says that a file is not the one that was signed off; false. */
bool refuse_digest(const char *path, const char *what, struct fault *fault);
/* Has the file of the folder the digest that the statement names? */
bool signed_digest_is_right(const char *folder, const struct statement_file *file,
                            struct fault *fault);

/* Does the formula `written` mean the canonical formula `property`, in one of the dialects?
 * `declared`: names of values that it may use. */
bool formula_means(const struct aiger *model, const struct declared *declared, const char *written,
                   const char *property);
/* Reads `written` in the dialect in which it means `property`; NULL: reads `property`. *file, which
 * was zeroed, is to be freed in any case. False: it means something else, or uses names that
 * `declared` does not have. */
bool formula_read(const struct aiger *model, const struct declared *declared, const char *written,
                  const char *property, struct ctl_file *file);

#endif
