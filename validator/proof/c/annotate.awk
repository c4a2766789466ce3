# annotate.awk NOTES SOURCE: the source with the notes in it. A note is text behind a line ">>> LINE"; it goes in front of that line of the
# source, blanks at its ends not counting. The notes are in the order of the source, so that a function's head can stand in front of
# a loop's. A line that is not found is an error: the source has changed, and the notes must follow.
function trimmed(line) {
  gsub(/^[ \t]+|[ \t]+$/, "", line)
  return line
}
NR == FNR {
  if (/^>>> /) anchor[++count] = trimmed(substr($0, 5))
  else note[count] = note[count] $0 "\n"
  next
}
FNR == 1 { next_one = 1 }
next_one <= count && trimmed($0) == anchor[next_one] { printf "%s", note[next_one++] }
{ print }
END {
  if (next_one <= count) {
    print "not found, or not in this order: " anchor[next_one] > "/dev/stderr"
    exit 1
  }
}
