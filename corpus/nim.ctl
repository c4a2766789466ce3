# NIM: the heaps start with any sizes, turn says who moves.
#PASS: the game can be ended from everywhere
AG EF(heap0 = 0 & heap1 = 0 & heap2 = 0)
#FAIL: but nobody has to move
AF(heap0 = 0 & heap1 = 0 & heap2 = 0)
#PASS: what is taken stays taken
AG(heap0 = 0 -> AG heap0 = 0)
#FAIL: player 0 does not always have the last word
AG EF(heap0 = 0 & heap1 = 0 & heap2 = 0 & turn)
#PASS: with one heap left a player wins at once
AG(heap1 = 0 & heap2 = 0 & !(heap0 = 0) & !turn -> EX(heap0 = 0 & turn))
