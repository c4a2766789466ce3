/* The signals that end the process: every one whose default it is, except those that report a fault
 * of our own. */
#ifndef VOUCH_VALIDATOR_BESIDE_SIGNALS_H
#define VOUCH_VALIDATOR_BESIDE_SIGNALS_H

#include <signal.h>
#include <stddef.h>

void v_signals_handle(const struct sigaction *action);
/* They wait between these two: no line is interrupted, no child or folder is forgotten. */
void v_signals_block(void);
void v_signals_unblock(void);

#endif
