#include "certifier/cli/commands.h"

int main(int argc, char **argv) { return vouch_main(argc, argv); }
