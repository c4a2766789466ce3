DEFINE p := l0 l2;
