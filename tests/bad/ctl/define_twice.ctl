DEFINE p := l0; p := l2;
