"""The fine print, by hand: models, formulas, proofs and mappings at the edge of what is allowed.

What the answers are is up to the two validators; they must agree. `cases` yields
(source, model, certificate, form).
"""

import hashlib
import itertools

# x' = x & i from 0, bad x
STUCK = b"aag 3 1 1 0 1 1\n2\n4 6 0\n4\n6 4 2\n"

MODELS = [
    # header
    b"aag 1 1 0 1 0\r\n2\n0\n", b"aag  1 1 0 1 0\n2\n0\n", b"aag 1 1 0 1 0 \n2\n0\n",
    b"aag 01 1 0 1 0\n2\n0\n", b"aag 1 1 0 1 0 0\n2\n0\n", b"aag 1 1 0 1 0 0 0 0 0\n2\n0\n",
    b"aag 1 1 0 1 0 0 0 0 0 0\n2\n0\n", b"aag 1 1 0 1\n2\n0\n", b"aag 0 1 0 1 0\n2\n0\n",
    b"", b"aag", b"aag ", b"aig", b"\n", b"aag 0 0 0 0 0\n", b"aag 0 0 0 0 0",
    b"aag\t0 0 0 1 0\n0\n", b"AAG 0 0 0 1 0\n0\n", b"aag -1 0 0 1 0\n0\n",
    # sizes
    b"aag 4294967295 0 0 1 0\n0\n", b"aag 134217728 0 0 1 0\n0\n", b"aag 134217729 0 0 1 0\n0\n",
    b"aag 1048768 0 0 1 0\n0\nc\n", b"aag 1048769 0 0 1 0\n0\nc\n", b"aag 1048760 0 0 1 0\n0\n",
    b"aag 18446744073709551616 0 0 1 0\n0\n", b"aag 0 18446744073709551615 1 1 0\n0\n",
    b"aag 0 0 0 1 0 0 0 1\n0\n18446744073709551616\n", b"aag 100000 1 0 1 0\n200000\n0\n",
    # definitions and uses
    b"aag 1 1 0 1 0\n2\n0\n", b"aag 1 1 0 1 0\n2 \n0\n", b"aag 1 1 0 1 0\n02\n0\n",
    b"aag 2 1 0 1 0\n2\n0\n", b"aag 2 1 0 1 0\n2\n4\n", b"aag 2 1 0 1 0\n4\n0\n",
    b"aag 2 1 0 1 0\n3\n0\n", b"aag 2 1 0 1 0\n0\n0\n", b"aag 2 1 0 1 0\n6\n0\n",
    b"aag 2 2 0 1 0\n2\n2\n0\n", b"aag 1 1 0 1 0\n2\n0", b"aag 0 0 0 1 0\n+0\n",
    b"aag 0 0 0 1 0\n2\n", b"aag 3 1 0 1 1\n2\n0\n6 4 2\n", b"aag 3 1 0 1 1\n2\n0\n6 2 2\n",
    # latches
    b"aag 1 0 1 1 0\n2 2\n0\n", b"aag 1 0 1 1 0\n2 2 0\n0\n", b"aag 1 0 1 1 0\n2 2 1\n0\n",
    b"aag 1 0 1 1 0\n2 2 2\n0\n", b"aag 1 0 1 1 0\n2 2 3\n0\n", b"aag 1 0 1 1 0\n2 2 0 0\n0\n",
    b"aag 1 0 1 1 0\n2\n0\n", b"aag 2 0 1 1 0\n2 4\n0\n", b"aag 2 0 2 1 0\n2 2 4\n4 4\n0\n",
    # gates
    b"aag 1 0 0 1 1\n0\n2 2 2\n", b"aag 1 0 0 1 1\n0\n2 1 0\n", b"aag 1 0 0 1 1\n0\n2 3 1\n",
    b"aag 2 0 0 1 2\n0\n2 4 0\n4 2 1\n", b"aag 2 0 0 1 2\n0\n2 4 0\n4 1 1\n",
    b"aag 1 0 0 1 1\n0\n3 0 0\n", b"aag 1 0 0 1 1\n0\n2 0\n", b"aag 1 0 0 1 1\n0\n2 0 0 0\n",
    # justice
    b"aag 0 0 0 1 0 0 0 1\n0\n0\n", b"aag 0 0 0 1 0 0 0 1\n0\n1\n0\n", b"aag 0 0 0 1 0 0 0 1\n0\n",
    b"aag 0 0 0 1 0 0 0 2\n0\n1\n2\n0\n0\n0\n", b"aag 0 0 0 1 0 0 0 1\n0\n999999999\n",
    # leading zeros
    b"aag 001 01 00 0000000000000000000000001 0\n0002\n00\n", b"aag 1 1 0 1 0\n2\n0x\n",
    b"aag 1 1 0 1 0\n2\n000\n", b"aag 1 1 0 1 0\n2\n04\n", b"aag 1 0 1 1 0\n02 02 00\n0\n",
    b"aag 1 0 1 1 0\n2 2 02\n0\n", b"aag 1 0 1 1 0\n2 2 03\n0\n", b"aag 1 0 0 1 1\n0\n02 01 00\n",
    b"aig 01 01 0 1 0\n00\n", b"aig 1 0 1 1 0\n02 002\n0\n", b"aag 0 0 0 1 0\n00000000000000000002\n",
    b"aag 0 0 0 1 0 0 0 1\n0\n01\n01\n", b"aag 00 0 0 1 0 00\n0\n",
    b"aag 0 0 0 1 0\n0000000000004294967296\n", b"aag 0 0 0 1 0\n4294967296\n",
    # binary
    b"aig 1 1 0 1 0\n0\n", b"aig 2 1 0 1 0\n0\n", b"aig 1 0 1 1 0\n2\n0\n",
    b"aig 1 0 1 1 0\n2 2\n0\n", b"aig 1 0 1 1 0\n4\n0\n", b"aig 1 0 0 1 1\n0\n\x01\x01",
    b"aig 1 0 0 1 1\n0\n\x02\x00", b"aig 1 0 0 1 1\n0\n\x01\x00", b"aig 1 0 0 1 1\n0\n\x00\x00",
    b"aig 1 0 0 1 1\n0\n\x01\x02", b"aig 1 0 0 1 1\n0\n\x03\x00", b"aig 1 0 0 1 1\n0\n\x81\x00\x01",
    b"aig 1 0 0 1 1\n0\n\x81\x80\x80\x80\x00\x01",
    b"aig 1 0 0 1 1\n0\n\x81\x80\x80\x80\x80\x00\x01",
    b"aig 1 0 0 1 1\n0\n\x01", b"aig 1 0 0 1 1\n0\n\x01\x01\n", b"aig 1 0 0 1 1\n0\n\x01\x01o0 x\n",
    b"aig 1 0 0 1 1\n0\n\x01\x01c\n", b"aig 1 1 0 1 0\n2\n0\n", b"aig 2000000 2000000 0 1 0\n0\n",
]
# what may follow a model
MODELS += [b"aag 1 1 0 1 0\n2\n0\n" + tail for tail in (
    b"c", b"c\n", b"c\nfoo", b"c foo\n", b"c\n\0\xff\r\n", b"c\r\nfoo", b"\n", b"#\n", b"2 0 0\n",
    b"i0 a\n", b"i0 a", b"i0  a\n", b"i0 a \n", b"i0  \n", b"i0 \n", b"i0 a\ni0 b\n", b"i0\n",
    b"i0 a\ni0 a\n", b"o0 a\ni0 a\n", b"i00 a\n", b"i1 a\n", b"i0 a\0b\n", b"i0 \x01\n",
    b"i0 \xff\xfe\n", b"i0 a\r\n", b"i0 \t\n", b"x0 a\n", b"i0\ta\n", b"b0 a\n", b"j0 a\n",
    b"c0 a\n", b"c0\n", b"i0 a\nc\n", b"c\ni0 a\n",
    b"c\n\0", b"c\n\0\n\0", b"c\0\n", b"\0", b"i0 \0\n", b"i0 \0", b"i0 ", b"i0 \ni0 a\n",
    b"i0 a\ni0 \n", b"o0 \n", b"o0 \no0 \n", b"i01 a\n", b"i000 a\n", b"c00 a\n", b"i\n", b"i0")]

NAMED = b"""aag 5 2 1 1 1 1 1 1 1
2
4
6 8 1
8
6
5
1
6
4
8 2 7
i0 req
i1 a b
l0 busy
l0 second
o0 !inv other
b0 !neg
c0 cc
j0 jj
f0 ff
"""
AMBIGUOUS = NAMED.replace(b"i0 req\n", b"i0 busy\n").replace(b"!inv other", b"both !both")

FORMULAS = [
    # white space and tokens
    b"l0", b" l0", b"l0 ", b"  l0  ", b"\tl0", b"l0\t", b"l0\r", b"\rl0", b"\x0bl0", b"\x0cl0",
    b"\xa0l0", b"\0l0", b"l0\0", b"", b" ", b"!l0", b"! l0", b"!!l0", b"!!!l0", b"l0 l0", b"l0x",
    b"EXl0", b"EX!l0", b"EX(l0 & i0)", b'EX"req"', b"EX 6", b"EX6", b"E[l0Ui0]", b'E[l0 U"req"]',
    b'E["req"U"req"]', b"E[(l0 & l0)U(l0 & l0)]", b"E [ l0 U i0 ]", b"E[6U 7]", b"AGl0",
    b"(l0&l0)", b"( l0 & l0 )", b"(l0<->i0)", b"(l0->i0)", b"(l0<- >i0)", b"(l0 - > i0)",
    # grammar
    b"l0 & l0", b"(l0)", b"((l0 & i0) | i1)", b"(l0 & i0 & i1)", b"EX", b"A[l0 W i0]", b"E l0",
    b"(l0 => i0)", b"(l0 && i0)", b"(l0 = i0)", b"A G l0", b"l0)", b"(l0 & l0", b"E[l0 U l0]]",
    b"[l0 U l0]", b"E(l0 U l0)", b"U", b"!", b"(", b"E[", b"E", b"A", b"l0 # c",
    # atoms
    b"true", b"false", b"TRUE", b"0", b"1", b"00", b"01", b"8", b"9", b"10", b"11", b"12", b"2",
    b"i0", b"i00", b"i01", b"i2", b"l1", b"o0", b"o1", b"b0", b"c0", b"f0", b"j0", b"i", b"i-1",
    b"x0", b"truex", b"true0", b"0x", b"6l0", b"l_0", b"4294967296", b"18446744073709551616",
    b"i18446744073709551616", b"i4294967296", b"!true", b"!0",
    # names
    b'"req"', b'"a"', b'"b"', b'"a b"', b'"a  b"', b'" a"', b'"busy"', b'"second"', b'"inv"',
    b'"!inv"', b'"other"', b'"!inv other"', b'"neg"', b'"!neg"', b'"cc"', b'"jj"', b'"ff"', b'""',
    b'"nosuch"', b'"req', b'req"', b'"r\\eq"', b'"req\\"', b'"\\"req"', b'"both"', b'"!both"',
    b'"!other"', b'"a\tb"', b'"\xc3\xa9"', b'"req"x', b'"req""req"',
    # core and fairness
    b"(!l0 -> !i0)", b"(l0 <-> !i0)", b"!(l0 ^ !i0)", b"A[!l0 U !i0]", b"AG !AF !i0", b"!AX l0",
    b"EX (EG l0 | i0)", b"EX (EG l0 & i0)", b"E[EX l0 U EX i0]", b"EG EX i0", b"E[l0 U 1]",
    b"(EG true & EX true)", b"AX (EX l0 | EG i0)", b"EX !EX l0", b"AG AF EF EG AX EX l0",
]

SCOPED = [
    b"fair l0 l0", b"fair i0 EG l0", b"assume i0 EX l0", b"fair l0 fair !i1 assume (l0 | i0) EX l0",
    b"fair (l0 <-> i0) fair (i0 ^ l0) assume (l0 -> i1) EG l0", b"assume l0 fair l0 EX l0",
    b"fair l0", b"assume l0", b"fair", b"assume", b"fair fair l0", b"fairl0 l0", b"fair!l0 l0",
    b"fair(l0 & i0)l0", b'fair"req""busy"', b"fair EX l0 l0", b"fair E l0 l0", b"fair [l0 U l0] l0",
    b"fair (l0 & EX l0) l0", b"assume A G l0 l0", b"fair X l0 l0", b"(fair l0 & l0)", b"!fair l0 l0",
    b"EX fair l0 l0", b"fair l0 & l0 l0", b"fair l0, l0", b"fair l0 l0 l0", b"FAIR l0 l0",
    b"fair 8 EX 10", b"fair (8 & 2) EX 12", b"fair (8 & 2) EX 10", b"fair f0 EX f1", b"fair f1 EX f0",
    b"assume c0 EX c1", b"assume false EX l0", b"fair false EG l0", b"fair true l0", b"fair nosuch l0",
    b"fair (3 & i1) assume (!2 & i1) EX l0", b"fair !!(l0 & i0) fair (l0 & i0) EG i1",
    b"fair (l0 & i0) fair !(l0 & i0) assume ((l0 & i0) | (l0 & i0)) EG l0", b'fair "" l0',
]

PROPERTIES = [b"bad 0", b"bad  0", b"bad 00", b"bad 1", b"bad 0 ", b"output 0", b"output 1",
              b"justice 0", b"justice 1", b"bad", b"bad -0", b"ctl", b"bad 4294967296",
              b"bad 18446744073709551616", b"fair 0"]

PROOF = [b"11 -5 0 5 6 0", b"12 -6 0 7 9 2 0", b"13 0 11 12 10 0"]
FIRST_LINES = [
    b"11 -5 0 5 6 -0", b"11 -5 00 5 6 0", b"11 -5 0 5 6 00", b"011 -5 0 5 6 0", b"11 -05 0 5 6 0",
    b"+11 -5 0 5 6 0", b"11 -5 0 5 6 0 ", b"11 -5 0 5 6 0 1", b" 11 -5 0 5 6 0", b"11  -5 0 5 6 0",
    b"11\t-5 0 5 6 0", b"11 -5 -5 0 5 6 0", b"11 -5 5 0 5 6 0", b"4294967294 -5 0 5 6 0",
    b"4294967295 -5 0 5 6 0", b"0 -5 0 5 6 0", b"10 -5 0 5 6 0", b"11 -5 0 -5 6 0", b"11 -5 0 5 6",
    b"11 -5 0 5 6 6 0", b"11 -5 0 5 5 6 0", b"11 -5 0 6 5 0", b"11 -7 0 5 6 0", b"", b"c x"]
INSERTED_LINES = [
    b"10 d 0", b"0 d 0", b"1 d 0", b"99 d 0", b"4294967294 d 0", b"4294967295 d 0", b"d 0",
    b"18446744073709551616 d 0", b"10 d -0", b"10 d 00", b"10 d -1 0", b"10 d  0", b"10 d 0 ",
    b"010 d 0", b"10 d 0 0", b"10 d", b"-1 d 0", b"10 d 1 0", b"10 d 1 1 0", b"10 d 5 0",
    b"10 d 11 0", b"10 d 12 0"]

SYMBOLS = [
    b"", b"i0 = 2\nl0 = 4\n", b"i0 = 2\n", b"l0 = 4\n", b"i0 = 2 foo\nl0 = 4\tx\n", b"i0 =\n",
    b"i0 = 2\nl0 = 4x\n", b"i0 =2\nl0 = 4\n", b"i0 =  2\nl0 = 4\n", b"i0 =\t2\nl0 = 4\n",
    b"i0 x = 2\nl0 = 4\n", b"i0 = 2\ni0 = 4\nl0 = 4\n", b"i0 = 2\ni0 = 2\nl0 = 4\n",
    b"i0 = 4\nl0 = 4\n", b"i0 = 2\nl0 = 2\n", b"i0 = 2\nl0 = 5\n", b"i0 = 3\nl0 = 4\n",
    b"i0 = 2\nl0 = 6\n", b"i0 = 6\nl0 = 4\n", b"i0 = 0\nl0 = 4\n", b"i0 = 99\nl0 = 4\n",
    b"i0 = 02\nl0 = 4\n", b"i0 = -2\nl0 = 4\n", b"i0 == 2\nl0 = 4\n", b"i0 = foo\nl0 = bar\n",
    b"i0 = 2\0\nl0 = 4\n", b"i0 \nl0 = 4\n", b"i0 = 3\0\nl0 = 5\0\n", b"i0 foo\nl0 bar\n", b"i0 foo\nl0 = 4\n", b"b0 = 4\n", b"i0 = 18446744073709551616\nl0 = 4\n"]
MAPPINGS = [
    b"2\n2 2\n4 4\n", b"2\n4 4\n2 2\n", b"1\n4 4\n", b"0\n", b"2\n2 2\n", b"3\n2 2\n4 4\n6 6\n",
    b"2\n3 3\n5 5\n", b"2\n3 2\n4 4\n", b"2\n2 3\n4 4\n", b"2\n2 2\n5 4\n", b"2 \n2 2\n4 4\n",
    b"2\n2  2\n4 4\n", b"2\n2 2 \n4 4\n", b"2\n2 2\n4 4", b"3\n2 2\n2 2\n4 4\n", b"2\n2 0\n4 4\n",
    b"3\n2 2\n4 4\n6 4\n", b"1\n6 2\n", b"2\n6 2\n6 2\n", b"2\n6 2\n6 6\n", b"2\n6 6\n6 2\n",
    b"3\n0 0\n2 2\n4 4\n", b"2\n2 99\n4 4\n", b"2\n99 2\n4 4\n", b"02\n2 2\n4 4\n", b"x\n", b"\n",
    b"2\n2 2\n4 4\n\0", b"2\n2 2\0\n4 4\n", b"2\n2 2\n4 4\0\n", b"2\0\n2 2\n4 4\n",
    b"2\r\n2 2\r\n4 4\r\n", b"2\n2 2\n4 4 junk\n", b"1\n2 2\nMAPPING 2\n2 2\n4 4\n", b"-1\n",
    b"18446744073709551616\n", b"2 junk\n2 2\n4 4\n", b"2\n02 2\n4 4\n"]
CIRCUITS = [
    b"", b"aag 0 0 0 1 0\n0\n", b"aag 0 0 0 0 0\n", b"aag 0 0 0 0 0 1\n1\n",
    b"aag 5 0 1 0 0 1\n2 2\n2\n",
    b"aag 1 1 0 0 0 1\n2\n2\n", b"aag 1 0 1 0 0 1\n2 2\n2\n", b"aag 1 0 1 0 0 1\n2 2 3\n2\n",
    b"aag 2 0 2 0 0 1\n2 2\n4 4\n2\n", b"aag 1 0 1 1 0\n2 2\n2\n", b"aag 1 0 1 0 0 2\n2 2\n2\n3\n",
    b"aag 1 0 1 0 0 2\n2 2\n3\n2\n", b"aag 1 0 1 1 0 1\n2 2\n3\n2\n",
    b"aag 1 0 1 0 0 0 1\n2 2\n3\n",
    b"aag 1 0 1 0 0 1 1\n2 2\n0\n3\n", b"aag 1 0 1 0 0 1 0 1 1\n2 2\n2\n1\n2\n2\n"]
OTHER_MODELS = [b"aag 3 1 1 0 1 3\n2\n4 6 0\n4\n6\n0\n6 4 2\n",
                b"aag 3 1 1 2 1\n2\n4 6 0\n4\n6\n6 4 2\n",
                b"aag 0 0 0 0 0\n", b"aag 1 0 1 1 0\n2 2\n2\n", b"aag 1 1 0 1 0\n2\n2\n", b"foo",
                b"aag 1 0 1 0 0 1 1\n2 2\n2\n3\n", b"aag 1 0 1 0 0 0 0 1\n2 2\n1\n2\n"]

# names that look like positions
POSITIONED = b"aag 4 2 1 1 1\n2\n4\n6 8 1\n8\n8 2 7\n"
POSITIONS = [
    (b"i0 l0\n", b"l0"), (b"l0 l0\n", b"l0"), (b"i0 l0\nl0 l0\n", b"l0"), (b"i0 foo l0\n", b"l0"),
    (b"l0 foo l0\n", b"l0"), (b"i0 !l0\n", b"l0"), (b"i0 l0\ni1 l0\n", b"l0"),
    (b"i0 l0\n", b'"l0"'), (b"i0 l7\n", b"l7"), (b"i0 6\n", b"6"), (b"i0 true\n", b"true"),
    (b"i0 \nl0 a\n", b'"a"'), (b"i0 \n", b'""'), (b"i0 a\0\nl0 a\n", b'"a"'), (b"i0 a\0\n", b'"a"'),
    (b"i0 a\0b a\nl0 b\n", b'"a"'), (b"o0 o0\n", b"o0"), (b"i0 j0\n", b"j0"), (b"i0 a l0\nl0 l0\n", b"l0"), (b"i0 foo\n", b"foo")]

TRACED = [(b"b", b"aag 3 1 1 0 1 1\n2\n4 7\n4\n6 5 3\n", 1),
          (b"b", b"aag 2 1 1 1 0\n2\n4 2\n4\n", 1),
          (b"j", b"aag 3 1 2 0 0 0 0 1 1\n2\n4 2\n6 5 6\n1\n4\n5\n", 2)]
# %s is the kind, L, X and I are lines of zeros, of x and of ones
WITNESSES = [
    b"1\n%s0\nL\n1\n0\n.\n", b"1\n%s0\nL\n1\n0\n1\n0\n.\n", b"1\n%s0\nL\n1\nx\n.\n",
    b"1\n%s0\nL\n.\n",
    b"1\n%s0\nL\n1\n0\n.", b"1\n%s0\nL\n1\n0\n", b"1\n%s0\nL\n1\n0\n.\nfoo", b"0\n%s0\n.\n",
    b"2\n%s0\n.\n", b"1\n%s1\nL\n1\n0\n.\n", b"1\n%s0 \nL\n1\n0\n.\n", b"1 \n%s0\nL\n1\n0\n.\n",
    b"1\n%s00\nL\n1\n0\n.\n", b"1\n%s0b1\nL\n1\n0\n.\n", b"\n1\n%s0\nL\n1\n0\n.\n", b"", b"1",
    b"1\n",
    b"c foo\n1\n%s0\nL\n1\n0\n.\n", b"1\n%s0\nL0\n1\n0\n.\n", b"1\n%s0\n\n1\n0\n.\n", b"1\n%s",
    b"1\n%s0\nL\n1\n\n0\n.\n", b"1\n%s0\nL\n10\n0\n.\n", b"1\n%s0\nL\n2\n0\n.\n", b"1\n%s0",
    b"1\n%s0\n",
    b"1\n%s0\nL\n1\r\n0\n.\n", b"1\n%s0\nX\n1\n0\n.\n", b"1\n%s0\nI\n1\n0\n.\n",
    b"1\n%s0\nL\n1\n0\n. \n",
    b"1\n%s0\nL\n1\n0\n..\n", b"1\n%s0\nL\n1\n0\nc\n.\n", b"1\n%s0\nL\n0\n1\n1\n0\n1\n0\n.\n",
    b"1\n%s0\nL\n0\n0\n0\n.\n", b"1\n%s0\nL\n1\n.\n"]


def certificate(model, wanted, body=b"gates 0\ninvariant 1\nfacts 0\n", verdict=b"holds",
                inputs=b""):
    digest = hashlib.sha256(model).hexdigest().encode()
    return (b"vouch-certificate 1\nmodel " + digest + b"\nproperty " + wanted + b"\n" + inputs +
            b"verdict " + verdict + b"\n" + body + b"end\n")


def formula_cases():
    """With a fact for each of the first nodes, to see which of them are EX or EU."""
    named = [formula for formula in FORMULAS if b'"' in formula]
    for model, formulas in ((NAMED, FORMULAS), (AMBIGUOUS, named)):
        for formula in formulas:
            for inputs in (b"inputs observed\n", b"inputs all\n"):
                for facts in (b"facts 0\n", b"facts 1\nupper 0 1\n", b"facts 1\nupper 1 1\n"):
                    body = b"gates 0\ninvariant 1\n" + facts
                    yield model, certificate(model, b"ctl " + formula, body, inputs=inputs)
        for formula in SCOPED:
            for version in (b"2", b"3"):
                for facts in (b"facts 0\n", b"facts 1\nupper 0 1\n", b"facts 1\nlower-eg 0 0 0 0\n"):
                    body = b"gates 0\ninvariant 1\n" + facts
                    text = certificate(model, b"ctl " + formula, body, inputs=b"inputs observed\n")
                    yield model, text.replace(b"certificate 1", b"certificate " + version, 1)
        for wanted in PROPERTIES:
            yield model, certificate(model, wanted)
            trace = b"trace 1\nlatches 1\ninputs 00\n"
            yield model, certificate(model, wanted, trace, b"fails")


# Of the past: the grammar, and which versions have it.
PAST = [b"Y l0", b"E Y l0", b"A Z l0", b"E O l0", b"A H l0", b"E [l0 S i0]", b"A [l0 T i0]",
        b"E[l0 S i0]", b"A[l0 T i0]", b"E (l0 S i0)", b"E Yl0", b"EY l0", b"AO l0", b"E [Y l0 U O i0]",
        b"AG E [l0 S Y i0]", b"E X Y l0", b"E G (l0 -> O i0)", b"E !Y !Z l0", b"E [[l0 S i0] T l0]",
        b"AG Y l0", b"E [l0 S i0", b"E [l0 S]", b"E S", b"A Y Y Y true", b'(E Y "busy" | E Z false)',
        b"fair Y l0 EX l0", b"fair l0 E Y l0", b"E (Y l0 ^ O i0)", b"E (H l0 <-> [i0 S l0])"]


def past_cases():
    for formula in PAST + [b"(" + formula + b" | true)" for formula in PAST]:
        for version in (b"1", b"3", b"4", b"5", b"6", b"7", b"8"):
            for facts in (b"facts 0\n", b"facts 1\nupper-e 0 1 0\n", b"facts 1\nupper-e 1 1 0\n",
                          b"facts 1\nlower-e 0 0 0 0 0 0\n", b"facts 1\nlower-e 1 0 0 0 0 0\n"):
                body = b"gates 0\ninvariant 1\n" + facts
                text = certificate(NAMED, b"ctl " + formula, body, inputs=b"inputs observed\n")
                yield NAMED, text.replace(b"certificate 1", b"certificate " + version, 1)


# A latch that copies an input, with and without an E node; variables: 1 the input, 2 the latch, 3 the
# fresh input, if it is observed; then, with an E node, 4 its promise and 5 the input that feeds it.
COPIES = b"aag 2 1 1 0 0 1\n2\n4 2\n0\n"
GHOSTS = [b"ghosts\ngates 0\nnext\n", b"ghosts 0\ngates 0\nnext 2\n", b"ghosts 1\ngates 0\nnext 3\n",
          b"ghosts 2\ngates 0\nnext 2\n", b"ghosts 00\ngates 0\nnext 2\n", b"ghosts 0\ngates 0\n",
          b"ghosts 0\ngates 0\nnext\n", b"ghosts 0\ngates 0\nnext 2 2\n", b"gates 0\nnext\n",
          b"ghosts 0 1\ngates 0\nnext 10 8\n", b"ghosts 0\ngates 0\nnext 6\n",
          b"ghosts 0\ngates 0\nnext 8\n", b"ghosts 0\ngates 0\nnext 10\n", b"ghosts 0\ngates 0\nnext 12\n",
          b"ghosts 0\ngates 1\nand 10 8 2\nnext 10\n", b"ghosts 0\ngates 1\nand 14 8 2\nnext 14\n",
          b"ghosts 0\ngates 1\nand 14 10 2\nnext 2\n", b"ghosts 0\ngates 1\nand 14 4 12\nnext 14\n",
          b"gates 1\nand 8 2 4\n", b"gates 1\nand 12 2 4\n", b"ghosts 0\nghosts 0\ngates 0\nnext 2\n"]


def ghost_cases():
    for wanted in (b"bad 0", b"ctl (l0 | !l0)", b"ctl (E G l0 | true)", b"ctl (A F i0 | true)"):
        for ghosts in GHOSTS:
            for version in (b"3", b"4", b"8"):
                for invariant in (b"1", b"8", b"9", b"10", b"12"):
                    body = ghosts + b"invariant " + invariant + b"\nfacts 0\n"
                    inputs = b"inputs observed\n" if wanted.startswith(b"ctl") else b""
                    text = certificate(COPIES, wanted, body, inputs=inputs)
                    yield COPIES, text.replace(b"certificate 1", b"certificate " + version, 1)


# Loops in views. With two elementary variables these are 5 and 6, 7 and 8 feed them, and gates would start at 9:
# there are none, so that saved values and flags do. Who may speak of what, in which version?
TWICE = b"aag 2 1 1 0 0 0 0 0 1\n2\n4 2\n4\n"
SAVED = [b"saved\nrelations 0\n", b"saved 4\nrelations 0\n", b"saved 10\nrelations 0\n",
         b"saved 4 11 12\nrelations 0\n", b"saved\nrelations 1\nand 22 18 10\n",
         b"saved\nrelations 1\nand 20 18 10\n", b"saved 10\nrelations 1\nand 24 18 4 23\n",
         b"saved 4\nrelations 1\nand 24 20 22\n", b"saved 14\nrelations 0\n"]


def view_loop_cases():
    for formula in (b"E F G l0", b"(E F l0 | E F !l0)", b"E G l0", b"EG l0"):
        for saved in SAVED:
            for version in (b"2", b"5", b"6", b"8"):
                for node in (b"0", b"1"):
                    for loop in (b"1", b"10", b"20", b"23", b"24"):
                        facts = b"facts 1\nupper-e " + node + b" 1 1\nblock 1 0\nloop " + loop + b"\n"
                        if b"EG" in formula:
                            facts = facts.replace(b"-e " + node + b" 1 1", b"-eg " + node + b" 1")
                        body = b"gates 0\n" + saved + b"invariant 1\n" + facts
                        text = certificate(TWICE, b"ctl " + formula, body, inputs=b"inputs observed\n")
                        yield TWICE, text.replace(b"certificate 1", b"certificate " + version, 1)


# Inductions: who has them, over how many steps, with what else. SHOWN is bad in its second step and never again,
# RESET starts its latch as an input is, QUIET has a constraint that keeps its bad literal away one step late.
SHOWN = b"aag 4 1 2 1 1 1\n2\n4 1\n6 4\n8\n8\n8 4 7\n"
RESET = b"aag 4 2 2 0 0 1\n2\n4\n6 6 2\n8 6 6\n8\n"
QUIET = b"aag 4 1 2 0 1 1 1\n2\n4 2\n6 4\n8\n5\n8 6 2\n"
INDUCTIONS = [b"", b"induction 0\n", b"induction 1\n", b"induction 2\n", b"induction 3\n", b"induction 7\n",
              b"induction 1001\n", b"induction 00\n", b"induction\n", b"induction 1 1\n",
              b"induction -1\n", b"induction 1\ninduction 1\n", b"induction 18446744073709551616\n"]


def induction_cases():
    for model in (STUCK, SHOWN, RESET, QUIET, COPIES):
        for wanted in (b"bad 0", b"output 0", b"justice 0", b"ctl (l0 | !l0)"):
            for induction in INDUCTIONS:
                for version in (b"1", b"6", b"7", b"8"):
                    for invariant in (b"1", b"4", b"5", b"6", b"7"):
                        body = b"gates 0\ninvariant " + invariant + b"\n" + induction + b"facts 0\n"
                        inputs = b"inputs observed\n" if wanted.startswith(b"ctl") else b""
                        text = certificate(model, wanted, body, inputs=inputs)
                        yield model, text.replace(b"certificate 1", b"certificate " + version, 1)
    body = b"gates 0\ninvariant 5\ninduction 200\nfacts 0\n"
    yield STUCK, certificate(STUCK, b"bad 0", body).replace(b"certificate 1", b"certificate 7", 1)


# Loops after which latches return. SWITCH: l0 stays 0, l1 counts, l2 counts and nobody looks at it,
# l3 is what the input was, l4 becomes 1 and stays; 14 is l1 switched off by l0, 16 is l1 & !l1.
# Open are a constraint and a fairness literal; the justice sets are {15}, {10}, {2, 3}, {6}, {17}.
SWITCH = b"""aag 8 1 5 0 2 2 1 5 1
2
4 4
6 7
8 9
10 2
12 1
14
16
%s
1
1
2
1
1
15
10
2
3
6
17
%s
14 4 6
16 6 7
"""
SWITCHED = ((b"1", b"1"), (b"15", b"1"), (b"1", b"6"), (b"1", b"12"), (b"17", b"1"), (b"11", b"1"))
# Steps and start of the loop, inputs.
ROUNDS = ((b"1 0", b"0"), (b"2 0", b"01"), (b"2 0", b"11"), (b"2 1", b"00"), (b"3 0", b"010"),
          (b"3 1", b"110"), (b"4 1", b"0101"))
NAMED_LATCHES = (None, b"00000", b"11111", b"11011", b"10000", b"10010", b"10001", b"10011",
                 b"01000", b"11000", b"00100", b"10100", b"00010")
NO_LATCH = b"aag 1 1 0 0 0 0 0 1\n2\n1\n2\n"
NO_INPUT = b"aag 1 0 1 0 0 0 0 1\n2 3\n1\n1\n"
# l0 may start anywhere and stays; l1 starts as the input is, and stays: the input is observed.
RESETS = b"aag 3 1 2 0 0 1 0 2\n2\n4 4 4\n6 6 2\n0\n1\n1\n4\n6\n"
RETURNING = (
    b"", b"returning\n", b"returning \n", b"returning -\n", b"returning --\n", b"returning 0\n",
    b"returning 1\n", b"returning 2\n", b"returning x\n", b"returning 00\n", b"returning 01\n",
    b"returning 10\n", b"returning 11\n", b"returning 1 1\n", b"returning 1 \n",
    b"returning  1\n", b" returning 1\n", b"returning 1\r\n", b"returning -1\n",
    b"Returning 1\n", b"returning1\n", b"returning 000\n", b"returning 00000\n",
    b"returning 10000\n", b"returning 10000 \n", b"returning 100000\n", b"returning 1000\n",
    b"returning 1\nreturning 1\n", b"returning -\nreturning -\n",
    b"returning 10000\nreturning 10000\n")


def traced(model, wanted, version, lines, verdict=b"fails"):
    text = certificate(model, wanted, b"".join(lines), verdict)
    return text.replace(b"certificate 1", b"certificate " + version, 1)


def returning_cases():
    """Which latches return from which loops."""
    for constraint, fairness in SWITCHED:
        model = SWITCH % (constraint, fairness)
        sets = range(5 if (constraint, fairness) == SWITCHED[0] else 1)
        for number, (trace, inputs), named in itertools.product(sets, ROUNDS, NAMED_LATCHES):
            lines = [b"trace " + trace + b"\n", b"latches 00000\n"]
            lines += [b"returning " + named + b"\n"] if named else []
            lines += [b"inputs %c\n" % bit for bit in inputs]
            yield model, traced(model, b"justice %d" % number, b"8", lines)
    bits = (b"00", b"01", b"10", b"11")
    for latches, named, first, number in itertools.product(bits, bits, (b"0", b"1"), (b"0", b"1")):
        lines = (b"trace 2 1\nlatches " + latches + b"\n", b"returning " + named + b"\n",
                 b"inputs " + first + b"\ninputs 0\n")
        yield RESETS, traced(RESETS, b"justice " + number, b"8", lines)


def returning_line_cases():
    """Which properties and versions have the line, what is in it, and where it stands."""
    for model, latches, inputs, named in (
            (SWITCH % SWITCHED[0], b"00000", b"0", b"10000"), (NO_LATCH, b"-", b"1", b"-"),
            (NO_INPUT, b"0", b"-", b"0"), (RESETS, b"11", b"1", b"11")):
        trace, line = b"trace 1 0\n", b"returning " + named + b"\n"
        state, step = b"latches " + latches + b"\n", b"inputs " + inputs + b"\n"
        for other in RETURNING:
            for version in (b"7", b"8"):
                yield model, traced(model, b"justice 0", version, (trace, state, other, step))
        for lines in (
                (line, trace, state, step), (trace, line, state, step), (trace, state, step, line),
                (trace, state, line, step, line), (trace, line, step), (trace, state, line),
                (trace, state, line, step), (trace, state, line, step, step),
                (b"trace 2 0\n", state, line, step, step),
                (b"trace 2 0\n", state, step, line, step),
                (b"trace 2 1\n", state, line, step, step), (b"trace 1 1\n", state, line, step),
                (b"trace 1\n", state, line, step), (b"trace 0 0\n", state, line),
                (trace, state, step, b"end\n", line)):
            for version in (b"1", b"7", b"8", b"9", b"08", b"18", b"80"):
                yield model, traced(model, b"justice 0", version, lines)
        for wanted, version, verdict, kind, more in itertools.product(
                (b"bad 0", b"bad 1", b"justice 0"), (b"7", b"8"), (b"fails", b"holds"),
                (b"trace 1\n", trace), (b"", line)):
            yield model, traced(model, wanted, version, (kind, state, more, step), verdict)
        body = (b"gates 0\n", b"invariant 1\n", b"facts 0\n")
        for at in range(4):
            lines = (*body[:at], line, *body[at:])
            for wanted in (b"justice 0", b"bad 0", b"ctl true\ninputs observed"):
                yield model, traced(model, wanted, b"8", lines, b"holds")


def position_cases():
    for symbols, atom in POSITIONS:
        model = POSITIONED + symbols
        formula = b"ctl (" + atom + b" | !" + atom + b")"
        yield model, certificate(model, formula, inputs=b"inputs observed\n")


def proof_cases():
    for lines in ([PROOF] + [[line] + PROOF[1:] for line in FIRST_LINES] +
                  [[line] + PROOF for line in INSERTED_LINES] +
                  [PROOF[:2] + [line] + PROOF[2:] for line in INSERTED_LINES] +
                  [PROOF + [line] for line in INSERTED_LINES] + [[], PROOF[:2]]):
        body = b"gates 0\ninvariant 5\nfacts 0\nproofs 2\n" + b"proof 0 %d\n" % len(lines)
        body += b"".join(line + b"\n" for line in lines) + b"proof 1 1\n5 0 2 4 0\n"
        yield STUCK, certificate(STUCK, b"bad 0", body)


def circuit_cases():
    for tail in SYMBOLS + [b"c\nMAPPING " + mapping for mapping in MAPPINGS] + [
            b"c\n\0\nMAPPING 2\n2 2\n4 4\n", b"c\n\0\nMAPPING 2\n3 2\n5 4\n"]:
        yield STUCK, STUCK + tail
    for reset in (b"2", b"3", b"4", b"5", b"7", b"8", b"x"):
        yield STUCK, STUCK.replace(b"4 6 0\n", b"4 6 " + reset + b"\n")
        yield STUCK, STUCK.replace(b"4 6 0\n", b"4 6 " + reset + b"\n") + b"x"
        yield STUCK, STUCK.replace(b"4 6 0\n", b"4 99 " + reset + b"\n")
        for tail in (b" ", b" 0", b" 4", b" 99", b"x", b"\r"):
            yield STUCK, STUCK.replace(b"4 6 0\n", b"4 6 " + reset + tail + b"\n")
    for circuit in CIRCUITS + [b"aag 3 1 1 0 1 2 1\n2\n4 6 0\n4\n6\n5\n6 4 2\n",
                               b"aag 3 1 1 2 1\n2\n4 6 0\n4\n6\n6 4 2\n"]:
        for model in [STUCK] + OTHER_MODELS:
            yield model, circuit
        yield STUCK, circuit + b"l0 = 4\n"
        yield STUCK, circuit + b"i0 = 4\n"


def witness_cases():
    for kind, model, latches in TRACED:
        for witness in WITNESSES:
            for letter, bit in ((b"L", b"0"), (b"X", b"x"), (b"I", b"1")):
                witness = witness.replace(letter, bit * latches)
            yield model, witness.replace(b"%s", kind)


def cases():
    for model in MODELS:
        yield "models by hand", model, certificate(model, b"output 0"), ""
    for source, form, pairs in (("formulas by hand", "", formula_cases()),
                                ("positions by hand", "", position_cases()),
                                ("ghosts by hand", "", ghost_cases()),
                                ("loops in views by hand", "", view_loop_cases()),
                                ("inductions by hand", "", induction_cases()),
                                ("returning by hand", "", returning_cases()),
                                ("returning by hand", "", returning_line_cases()),
                                ("past by hand", "", past_cases()),
                                ("proofs by hand", "", proof_cases()),
                                ("circuits by hand", "--certifaiger", circuit_cases()),
                                ("witnesses by hand", "--aiger-witness", witness_cases())):
        for model, text in pairs:
            yield source, model, text, form
