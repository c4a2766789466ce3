DEFINE req := l0;
