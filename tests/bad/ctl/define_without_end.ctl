DEFINE p := l0
