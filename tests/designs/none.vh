wire inner = logic & d;
