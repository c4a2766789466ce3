enum bus { IDLE } DEFINE IDLE := req; CTLSPEC AG req;
