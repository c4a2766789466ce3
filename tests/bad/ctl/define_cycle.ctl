DEFINE p := q; q := !p;
SPEC p
