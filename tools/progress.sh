#!/bin/sh
# Usage: progress.sh TITLE LOG COMMAND. Run a shell command whose output goes to LOG, and to stderr if it fails; return
# its exit code. On a terminal the line with the title also shows how far a build by ninja or make is.
title=$1
log=$2
command=$3
mkdir -p "$(dirname "$log")"
: >"$log"

# The step in a line such as "[3/30] Building CXX object a/b.cpp.o" or "[ 10%] Building CXX object a/b.cpp.o".
step_of() {
  case $1 in
    *\[*[0-9]/[0-9]*\]\ *.o | *\[*[0-9]%\]\ *.o) ;;
    *) return 1 ;;
  esac
  count=${1#*\[}
  count=${count%%\]*}
  object=${1##* }
  case $object in
    */Unity/*) object=${object%.dir/*} ;; # many files in one: the library's name
    *) object=${object%.o} ;;
  esac
  step="${count# } ${object##*/}"
}

show() {
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    if [ -t 2 ] && step_of "$line"; then printf '\r%s ... %s\033[K' "$title" "$step" >&2; fi
  done
}

if [ -t 2 ]; then printf '%s ...' "$title" >&2; else echo "$title ..." >&2; fi
code=$({ { sh -c "$command" 2>&1 3>&-; echo $? >&3; } | show >/dev/null; } 3>&1)
if [ -t 2 ]; then printf '\r%s ...\033[K\n' "$title" >&2; fi
[ "$code" = 0 ] || cat "$log" >&2
exit "${code:-1}"
